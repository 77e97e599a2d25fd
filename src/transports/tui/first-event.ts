/** One event of a session: the transcript holds only the beginning of what is long, and no pictures. */
import type { Event, EventType } from "../../contract/event.ts";
import type { Session } from "../../contract/runtime.ts";

/** Which one: the first of its type from a seq on, and of those the first that is wanted. */
export interface Sought<T extends EventType> {
  readonly from: number;
  readonly type: T;
  readonly wanted?: (event: Event<T>) => boolean;
}

/** Resolves at once when it has happened; otherwise as soon as it does. */
export const firstEvent = <T extends EventType>(
  session: Session,
  { from, type, wanted = () => true }: Sought<T>,
): Promise<Event<T>> => {
  const { promise, resolve } = Promise.withResolvers<Event<T>>();
  const stop = session.events(from, (event) => {
    if (event.type === type && wanted(event as Event<T>)) resolve(event as Event<T>);
  });
  return promise.finally(stop);
};
