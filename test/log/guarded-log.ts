/** A real log with the guard, in a memory store, for tests of what it takes. */
import type { Event, NewEvent } from "../../src/contract/event.ts";
import type { Fold } from "../../src/contract/fold.ts";
import type { Store } from "../../src/contract/store.ts";
import { sessionFolds } from "../../src/agent/session-folds.ts";
import { guardTransition } from "../../src/folds/status/legal.ts";
import { status } from "../../src/folds/status/status.ts";
import { eventOf } from "../../src/log/line.ts";
import { type Log, type LogParts, openLog } from "../../src/log/log.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { memory } from "../../src/stores/memory.ts";

/** Opens the log of a session, which is made when the store does not have it. */
export const open = async (store: Store, more: Partial<LogParts> = {}): Promise<Log> => {
  const session = more.session ?? "s";
  if ((await store.list()).every(({ id }) => id !== session)) await store.create(session);
  const lease = await store.acquire(session, thisHolder());
  if (!lease.ok) throw new Error(`${session} is held`);
  let at = 0;
  return openLog({
    store,
    session,
    token: lease.token,
    now: () => (at += 1),
    folds: sessionFolds,
    guard: (read, event) => guardTransition(read(status), event),
    ...more,
  });
};

export interface GuardedLog {
  /** Rejects when the event is refused; gives all events that are on disk. */
  readonly append: (event: NewEvent) => Promise<readonly Event[]>;
  readonly events: () => Promise<Event[]>;
  readonly read: <S>(fold: Fold<S>) => S;
  readonly store: Store;
}

/** A log with a history in it. */
export const guardedLog = async (history: readonly NewEvent[]): Promise<GuardedLog> => {
  const store = memory();
  const log = await open(store);
  const events = (): Promise<Event[]> => storedEvents(store, log.session);
  for (const event of history) log.append(event);
  await log.saved();
  return {
    store,
    events,
    read: log.read,
    append: async (event) => {
      try {
        log.append(event);
      } finally {
        await log.saved();
      }
      return events();
    },
  };
};

export const storedEvents = async (store: Store, session = "s"): Promise<Event[]> =>
  (await Array.fromAsync(store.read(session))).flat().map(eventOf);
