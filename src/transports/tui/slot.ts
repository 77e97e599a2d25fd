/** The place of the input: the composer, or whatever is asked instead, the last one first. */
import type { Component, TUI } from "@earendil-works/pi-tui";

export interface Slot {
  readonly component: Component;
  /** Shows a component in place of what is there, until it is done. */
  readonly ask: <T>(make: (done: (answer: T) => void) => Component) => Promise<T>;
  /** Whether something else than the composer is there. */
  readonly taken: () => boolean;
  /** Gives the keys to what is there. */
  readonly focus: () => void;
}

export const slot = (tui: TUI, composer: Component): Slot => {
  const stack: Component[] = [composer];
  const top = (): Component => stack.at(-1) ?? composer;
  const focus = (): void => {
    tui.setFocus(top());
    tui.requestRender();
  };
  return {
    component: {
      render: (columns) => top().render(columns),
      invalidate: () => stack.forEach((one) => one.invalidate()),
    },
    ask: (make) =>
      new Promise((resolve) => {
        const component = make((answer) => {
          const at = stack.indexOf(component);
          if (at !== -1) stack.splice(at, 1);
          focus();
          resolve(answer);
        });
        stack.push(component);
        focus();
      }),
    taken: () => stack.length > 1,
    focus,
  };
};
