/** A fold: how one view of a session is derived from its events. */
import type { Event, EventType } from "./event.ts";

/** What each event does to a state. A handler changes the plain-JSON state in place and knows nothing else. */
export type Handlers<S> = { readonly [T in EventType]?: (state: S, event: Event<T>) => void };

/** A fold is pure: no clock, no world, no throw, and every handler in constant time. `version` names the shape of its state. */
export interface Fold<S> {
  readonly name: string;
  readonly version: number;
  readonly initial: () => S;
  readonly on: Handlers<S>;
}

/** Applies one event to a fold's state. */
export const applyTo = <S>(fold: Fold<S>, state: S, event: Event): void => {
  const handler = fold.on[event.type] as ((state: S, event: Event) => void) | undefined;
  handler?.(state, event);
};

/** A fold over a list of events. */
export const foldOf = <S>(fold: Fold<S>, events: Iterable<Event>): S => {
  const state = fold.initial();
  for (const event of events) applyTo(fold, state, event);
  return state;
};
