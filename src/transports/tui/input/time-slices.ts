/** Lets long work be done between key presses. */
import { setImmediate } from "node:timers/promises";

/** So long work may go on before a key is looked for. */
const sliceMs = 2;

/** Waits when a slice of time is over; `when()` is cheap and says whether to. */
export interface Slices {
  readonly over: () => boolean;
  readonly next: () => Promise<void>;
}

export const timeSlices = (): Slices => {
  let until = performance.now() + sliceMs;
  return {
    over: () => performance.now() > until,
    next: async () => {
      await setImmediate();
      until = performance.now() + sliceMs;
    },
  };
};
