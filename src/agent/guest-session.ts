/** A session that another process holds: commands go through its inbox, events are followed from the store. */
import { KelsonError } from "../contract/error.ts";
import type { Fold } from "../contract/fold.ts";
import type { Redactor } from "../contract/redactor.ts";
import type { Session, Stop } from "../contract/runtime.ts";
import type { ReadInvocation } from "../contract/skill.ts";
import type { Store } from "../contract/store.ts";
import { status } from "../folds/status/status.ts";
import { listenToStore } from "../log/listen.ts";
import { type Mac, restoreOne } from "../log/restore.ts";
import { invoked } from "./invoked.ts";
import { atRest } from "./next.ts";
import { redactCommand } from "./redact-command.ts";

export interface GuestParts {
  readonly store: Store;
  readonly session: string;
  /** Seals snapshots, as in the process that writes them. */
  readonly mac: Mac | undefined;
  /** Who holds it, for people. */
  readonly holder: string;
  readonly holderIsGone: () => Promise<boolean>;
  readonly redactor?: Redactor | undefined;
  readonly readInvocation?: ReadInvocation | undefined;
}

/** How long the holder may take over a command, and how often it is looked after, in milliseconds. */
const patienceMs = 10_000;
const lookMs = 1_000;

export const guestSession = (parts: GuestParts): Session => {
  const { store, session, mac, holder, holderIsGone, redactor, readInvocation } = parts;
  const stops = new Set<Stop>();
  const read = <S>(fold: Fold<S>): Promise<S> => restoreOne(store, session, fold, mac);
  const isAtRest = async (): Promise<boolean> =>
    (await store.inbox(session)).length === 0 && atRest(await read(status));
  return {
    id: session,
    send: async (command) => {
      const called = invoked(command, readInvocation);
      if (!called.ok) return called;
      await store.post(session, redactCommand(called.command, redactor));
      const outcome = await until(store, patienceMs, () => store.outcome(session, command.id));
      const message = `session ${session} is held by ${holder}, which has not taken the command yet; it waits in the inbox`;
      return outcome ?? { ok: false, code: "held", message };
    },
    events: (from, listener) => {
      const stop = listenToStore(store, session, from, listener);
      stops.add(stop);
      return stop;
    },
    deltas: () => () => {},
    read,
    rest: async () => {
      for (;;) {
        const rested = await until(store, lookMs, async () => (await isAtRest()) || undefined);
        if (rested === true) return;
        if (await holderIsGone()) {
          throw new KelsonError("held", `session ${session} was held by ${holder}, which is gone`, {
            hint: `go on with: kelson run -r ${session}`,
          });
        }
      }
    },
    close: () => {
      for (const stop of stops) stop();
      return Promise.resolve();
    },
  };
};

// What `look` finds, as soon as the store changes so that it finds something; undefined when the time is up.
const until = <T>(store: Store, ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    let unwatch: Stop = () => {};
    let timer: NodeJS.Timeout | undefined;
    const settle = (found: T | undefined): void => {
      clearTimeout(timer);
      unwatch();
      resolve(found);
    };
    const again = (): void => void look().then((found) => found !== undefined && settle(found), reject);
    timer = setTimeout(() => settle(undefined), ms);
    unwatch = store.watch(again);
    again();
  });
