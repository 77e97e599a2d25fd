/** The fold `signed`: what of the log was not signed yet. */
import { type Event, type EventType, eventTypes } from "../contract/event.ts";
import type { Fold, Handlers } from "../contract/fold.ts";

export interface Signed {
  /** Lines since the last signature, or from the first line on. */
  unsigned: number;
  /** Whether a run ended among them. */
  runEnded: boolean;
}

const count = (state: Signed, { type }: Event): void => {
  state.unsigned += 1;
  if (type === "run.ended") state.runEnded = true;
};

const handlers: Partial<Record<EventType, (state: Signed, event: never) => void>> = {
  ...Object.fromEntries(eventTypes.map((type) => [type, count])),
  "log.signed": (state: Signed) => {
    state.unsigned = 0;
    state.runEnded = false;
  },
};

export const signed: Fold<Signed> = {
  name: "signed",
  version: 1,
  initial: () => ({ unsigned: 0, runEnded: false }),
  on: handlers as Handlers<Signed>,
};
