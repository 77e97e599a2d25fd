/** One event of a session: the transcript holds only the beginning of what is long, and names no pictures. */
import type { Event } from "../../contract/event.ts";
import type { Session } from "../../contract/runtime.ts";

/** The event of a seq that has happened; of a later one, as soon as it does. */
export const eventAt = (session: Session, seq: number): Promise<Event> => {
  const { promise, resolve } = Promise.withResolvers<Event>();
  const stop = session.events(seq, resolve);
  return promise.finally(stop);
};
