/** The fold `head`: the seq of the last event, so that a reader knows when it has heard all. */
import { eventTypes } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";

export interface Head {
  /** -1 before the first event. */
  seq: number;
}

export const head: Fold<Head> = {
  name: "head",
  version: 1,
  initial: () => ({ seq: -1 }),
  on: Object.fromEntries(
    eventTypes.map((type) => [type, (state: Head, event: { seq: number }) => void (state.seq = event.seq)]),
  ),
};
