/** A terminal whose keys are heard by somebody before they reach the components. */
import type { Terminal } from "@earendil-works/pi-tui";

/** `hears` gives back whether it took the key. All else is the terminal's own. */
export const firstToHear = (terminal: Terminal, hears: (data: string) => boolean): Terminal =>
  new Proxy(terminal, {
    get: (target, name) => {
      if (name === "start") {
        return (onInput: (data: string) => void, onResize: () => void) =>
          target.start((data) => (hears(data) ? undefined : onInput(data)), onResize);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
