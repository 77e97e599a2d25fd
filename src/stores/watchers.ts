/** Those who want to hear that something changed, told once for all that changed together. */
import type { Store } from "../contract/store.ts";

export interface Watchers {
  readonly add: Store["watch"];
  readonly count: () => number;
  /** Tells of one session soon, together with all others until then. */
  readonly touch: (session: string) => void;
  /** Tells at once that any session may have changed. */
  readonly tellAll: () => void;
}

export const watchers = (): Watchers => {
  const listeners = new Set<{ readonly changed: Parameters<Store["watch"]>[0] }>();
  let touched: Set<string> | undefined;

  const tell = () => {
    const sessions = touched;
    touched = undefined;
    for (const { changed } of listeners) changed(sessions);
  };

  return {
    add: (changed) => {
      const listener = { changed };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count: () => listeners.size,
    touch: (session) => {
      if (listeners.size === 0) return;
      if (touched === undefined) {
        touched = new Set();
        queueMicrotask(tell);
      }
      touched.add(session);
    },
    tellAll: () => {
      for (const { changed } of listeners) changed();
    },
  };
};
