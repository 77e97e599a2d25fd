/** Lets others of this thread have a turn in the middle of long work. */
import { setImmediate as turn } from "node:timers/promises";

const longestMs = 5;

/** Gives what is awaited between two pieces of the work; it waits only when the work has taken a while. */
export const breath = (): (() => Promise<void>) => {
  let from = performance.now();
  return async () => {
    if (performance.now() - from < longestMs) return;
    await turn();
    from = performance.now();
  };
};
