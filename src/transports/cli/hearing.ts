/** Hears the events of a session, and knows when all that is on disk has been heard. */
import type { Event } from "../../contract/event.ts";
import type { Session, Stop } from "../../contract/runtime.ts";
import { head } from "../../folds/head.ts";

export interface Hearing {
  readonly heardAll: () => Promise<void>;
  readonly stop: Stop;
}

export const hearing = (session: Session, from: number, listener: (event: Event) => void): Hearing => {
  let heard = from - 1;
  let goal = Infinity;
  let reached: (() => void) | undefined;
  const stop = session.events(from, (event) => {
    listener(event);
    heard = event.seq;
    if (heard >= goal) reached?.();
  });
  return {
    stop,
    heardAll: async () => {
      const { seq } = await session.read(head);
      if (heard >= seq) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      goal = seq;
      reached = resolve;
      await promise;
    },
  };
};
