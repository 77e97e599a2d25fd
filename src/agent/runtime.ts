/** The door: sessions made, opened, listed, verified, carried out and in, removed. */
import { KelsonError } from "../contract/error.ts";
import { schemaVersion } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import type { Runtime, Session, SessionSummary } from "../contract/runtime.ts";
import type { Holder, Store, StoredSession } from "../contract/store.ts";
import { stateOf, status } from "../folds/status/status.ts";
import { summary } from "../folds/summary.ts";
import { genesis, verifyChain } from "../log/chain.ts";
import { restoreOne } from "../log/restore.ts";
import type { Parts } from "./context.ts";
import { guestSession } from "./guest-session.ts";
import { holdSession } from "./session.ts";
import { sharedSessions } from "./shared-sessions.ts";
import { exportLines, importLines } from "./transfer.ts";

export interface RuntimeParts {
  readonly store: Store;
  readonly holder: Holder;
  readonly user: string;
  /** The parts of a session in a directory; the world is opened there. */
  readonly parts: (cwd: string) => Promise<Parts>;
  readonly id: () => string;
  /** 32 hex digits. */
  readonly trace: () => string;
  /** What the whole program closes in the end, worlds for example. */
  readonly close: () => Promise<void>;
}

export const runtime = ({ store, holder, user, parts, id, trace, close }: RuntimeParts): Runtime => {
  const { share } = sharedSessions();
  const open = async (session: string): Promise<Session> => {
    const { cwd } = await readStored(store, session, summary);
    const made = await parts(cwd);
    const lease = await store.acquire(session, holder);
    if (lease.ok) return holdSession({ store, session, token: lease.token, parts: made });
    return guestSession({ store, session, redactor: made.redactor, ...strange(store, session, lease.holder) });
  };
  const create = async (session: string, { cwd, title }: Parameters<Runtime["create"]>[0]): Promise<Session> => {
    const made = await parts(cwd);
    await store.create(session);
    const lease = await store.acquire(session, holder);
    if (!lease.ok) throw new KelsonError("held", `session ${session} is held by ${nameOf(lease.holder)}`);
    const held = await holdSession({ store, session, token: lease.token, parts: made });
    const data = { schema: schemaVersion, cwd: made.world.root, user, kind: "main", trace: trace() } as const;
    const named = title === undefined ? [] : [{ type: "session.named", data: { by: "user", title } } as const];
    await held.begin({ type: "session.opened", data }, ...named);
    return held;
  };
  return {
    place: store.place,
    durable: store.durable,
    create: (options) => {
      const session = id();
      return share(session, () => create(session, options));
    },
    open: (session) => share(session, () => open(session)),
    list: async () => Promise.all((await store.list()).map((stored) => summaryOf(store, stored))),
    verify: (session) => verifyChain(session, genesis(session), store.read(session)),
    export: (session) => exportLines(store, session),
    import: (lines) => importLines(store, holder, lines),
    remove: store.remove,
    close: async () => {
      await close();
      await store.close();
    },
  };
};

const nameOf = ({ pid, host }: Holder): string => `process ${pid} on ${host}`;

// A holder that has let go, or is known to be dead. The lease itself is not asked for, because it could not be given back
// while the inbox holds a command.
const strange = (store: Store, session: string, other: Holder) => ({
  holder: nameOf(other),
  holderIsGone: async (): Promise<boolean> =>
    (await store.list()).every(({ id, holder }) => id !== session || holder === undefined),
});

const readStored = async <S>(store: Store, session: string, fold: Fold<S>): Promise<S> => {
  if ((await store.last(session)) === undefined) throw new KelsonError("not_found", `there is no session ${session}`);
  return restoreOne(store, session, fold);
};

const summaryOf = async (store: Store, stored: StoredSession): Promise<SessionSummary> => {
  const { id, createdAt, changedAt, seq, holder } = stored;
  const known = { id, createdAt, changedAt, events: seq + 1, live: holder !== undefined };
  try {
    const { title, cwd, steps, costUsd, unpriced } = await restoreOne(store, id, summary);
    const state = stateOf(await restoreOne(store, id, status));
    return { ...known, title, cwd, state, steps, costUsd: unpriced > 0 ? undefined : costUsd };
  } catch (error) {
    // One session that somebody broke must not hide all the others.
    if (!(error instanceof KelsonError) || error.code !== "chain_broken") throw error;
    return { ...known, title: error.message, cwd: "", state: "error", steps: 0, costUsd: undefined };
  }
};
