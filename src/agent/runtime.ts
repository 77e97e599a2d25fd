/** The door: sessions made, opened, listed, verified, carried out and in, removed. */
import type { CheckpointPlace } from "../contract/checkpoint.ts";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import { type EventData, schemaVersion } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import { userSession } from "../contract/profile.ts";
import type { Redactor } from "../contract/redactor.ts";
import type { Runtime, Session, SessionSummary } from "../contract/runtime.ts";
import type { Signer } from "../contract/signer.ts";
import type { Holder, Store, StoredSession } from "../contract/store.ts";
import { birth, type Birth } from "../folds/birth.ts";
import { doingOf } from "../folds/doing.ts";
import { stateOf, status } from "../folds/status/status.ts";
import { summary } from "../folds/summary.ts";
import { diskRoom } from "../log/disk-room.ts";
import { lineage } from "../log/lineage.ts";
import { type Mac, restoreOne } from "../log/restore.ts";
import { firstFiles } from "./again/first-files.ts";
import { runAgain } from "./again/run-again.ts";
import { type Begin, childSessions } from "./children/child-sessions.ts";
import { childParts } from "./children/child-parts.ts";
import { ledger } from "./children/ledger.ts";
import type { Parts } from "./context.ts";
import { eraseSession } from "./erase.ts";
import { leaveAt, leftBehind, openFork, worktreeFor } from "./fork.ts";
import { guestSession } from "./guest-session.ts";
import { type HeldSession, holdSession } from "./session.ts";
import { eventsIn, replay, todayIn } from "./replay.ts";
import { profileLog } from "./profile-log.ts";
import { filesDoor } from "./rewind/files-door.ts";
import { namedSnapshots } from "./rewind/named-snapshots.ts";
import { removeSession } from "./remove.ts";
import { searchSessions } from "./search-sessions.ts";
import { sharedSessions } from "./shared-sessions.ts";
import { nameOf, takeLease } from "./take-lease.ts";
import { bundleLines, exportLines, importLines } from "./transfer.ts";
import { verifySession } from "./verify.ts";

export interface RuntimeParts {
  readonly store: Store;
  /** Signs the logs and keeps their newest heads; without it nothing is signed. */
  readonly signer?: Signer | undefined;
  readonly holder: Holder;
  readonly user: string;
  /** The parts of a session in a directory; the world is opened there. `alone`: that directory is all of it. */
  readonly parts: (cwd: string, alone: boolean) => Promise<Parts>;
  readonly id: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 32 hex digits. */
  readonly trace: () => string;
  /** The root of the project that a directory belongs to; absent, each directory is one. */
  readonly projectOf?: ((directory: string) => Promise<string>) | undefined;
  /** Takes secrets out of what is kept beside conversations; absent, nothing is taken out. */
  readonly redactor?: (() => Promise<Redactor | undefined>) | undefined;
  /** Where snapshots of files are kept; absent, no session can compare them or put them back. */
  readonly checkpoints?: CheckpointPlace | undefined;
  /** How often a write that found the disk full is tried again. */
  readonly roomEveryMs?: number | undefined;
  /** What the whole program closes in the end, worlds for example. */
  readonly close: () => Promise<void>;
}

export const runtime = (given: RuntimeParts): Runtime => {
  // In `store` a fork's log begins with its parent's lines, in `ownLines` each session has its own alone.
  const { holder, user, id, now, trace, close, roomEveryMs = 5_000 } = given;
  const disk = diskRoom(roomEveryMs);
  const ownLines = disk.store(given.store);
  const signer = given.signer && disk.signer(given.signer);
  const { projectOf = (directory) => Promise.resolve(directory), redactor = () => Promise.resolve(undefined) } = given;
  const store = lineage(ownLines);
  const mac = signer?.mac;
  const { share, has } = sharedSessions();
  const search: Runtime["search"] = (words, options = {}) => searchSessions({ store, mac, projectOf }, words, options);
  const profile = profileLog({ store, signer, holder, user, now, trace, redactor });
  const spent = ledger();
  const partsOf = async (born: Birth): Promise<Parts> => {
    const parts = await given.parts(born.cwd, born.agent?.alone ?? false);
    return childParts({ ...parts, signer, search, profile }, born);
  };
  const hold = async (session: string, token: number, { parts, born }: Made): Promise<HeldSession> => {
    const children = childSessions({ store, share, open, begin }, session);
    const held = await holdSession({ store, session, token, parts, children, spent });
    if (born.kind === "main") return held;
    // There may be many sub-agents, one after the other.
    const close = (): Promise<void> => held.close().finally(parts.world.close);
    return { ...held, close };
  };
  const open = async (session: string): Promise<Session> => {
    if (session === userSession) throw notForTalk();
    const born = await readStored({ store, mac }, session, birth);
    const made = await partsOf(born).catch((cause: unknown) => {
      throw new KelsonError("not_found", `session ${session} cannot be opened here: ${sentenceOf(cause)}`, { cause });
    });
    const lease = await store.acquire(session, holder);
    if (lease.ok) return hold(session, lease.token, { parts: made, born });
    const { redactor: redacts, readInvocation } = made;
    const theirs = strange(store, session, lease.holder);
    return guestSession({ store, session, mac, redactor: redacts, readInvocation, ...theirs });
  };
  const begin: Begin = async (session, { born, events, isNamed = false }) => {
    const made = await partsOf(born);
    if (!isNamed) await store.create(session);
    const held = await hold(session, await takeLease(store, session, holder), { parts: made, born });
    const data = openedData(born, { cwd: made.world.root, user });
    await held.begin({ type: "session.opened", data }, ...events);
    return held;
  };
  const create = async (session: string, { cwd, title }: Parameters<Runtime["create"]>[0]): Promise<Session> => {
    const named = title === undefined ? [] : [{ type: "session.named", data: { by: "user", title } } as const];
    return begin(session, { born: { ...birth.initial(), cwd, trace: trace() }, events: named });
  };
  const fork = async (
    session: string,
    parent: string,
    { at, cwd, goesOn = false, worktree = false }: NonNullable<ForkOptions>,
  ): Promise<Session> => {
    const left = await leaveAt(store, parent, at);
    const start = cwd ?? (await readStored({ store, mac }, parent, summary)).cwd;
    const place = worktree ? await worktreeFor(await given.parts(start, false), session) : start;
    const born = { ...birth.initial(), cwd: place };
    const made = { parts: await partsOf(born), born };
    await store.create(session, left.line.seq + 1);
    const token = await takeLease(store, session, holder);
    await openFork(store, left, { session, token, at: now(), cwd: made.parts.world.root, user, trace: trace() });
    const held = await hold(session, token, made);
    await held.begin(...leftBehind(left.status, goesOn));
    return held;
  };
  /** Whether snapshots may be there that only removed sessions named. */
  let unneeded = false;
  const files = filesDoor({
    store,
    place: given.checkpoints,
    signer,
    holder,
    now,
    has,
    fork: async (parent, at) => {
      const session = id();
      const forked = await share(session, () => fork(session, parent, { at }));
      await forked.close();
      return session;
    },
  });
  return {
    ...files,
    place: store.place,
    durable: store.durable,
    create: (options) => {
      const session = id();
      return share(session, () => create(session, options));
    },
    open: (session) => share(session, () => open(session)),
    fork: (parent, options = {}) => {
      const session = id();
      return share(session, () => fork(session, parent, options));
    },
    view: (session) => ({
      id: session,
      events: () => eventsIn(store, session),
      read: (fold) => readStored({ store, mac }, session, fold),
      waiting: async () => (await store.inbox(session)).length,
    }),
    replay: async (session, today) =>
      replay(session, eventsIn(store, session), today && (await todayIn(await given.parts(today.cwd, false)))),
    runAgain: async (session, { cwd, signal }) => {
      const parts = await given.parts(cwd, true);
      const events = () => eventsIn(store, session);
      try {
        const asItBegan = await firstFiles(events(), parts.world.root, given.checkpoints);
        return { asItBegan, ...(await runAgain(events, parts, signal)) };
      } finally {
        await parts.world.close();
      }
    },
    verify: (session) => verifySession(ownLines, signer, session),
    list: async ({ hidden = false } = {}) => {
      const listed = (await store.list()).filter(({ id }) => hidden || id !== userSession);
      return Promise.all(listed.map((stored) => summaryOf({ store, mac }, stored)));
    },
    profile,
    search,
    attested: async () => (await signer?.sessions()) ?? [],
    key: () => signer?.publicKey(),
    export: (session, from) => exportLines(ownLines, session, from),
    bundle: (session) => bundleLines(ownLines, signer, session),
    import: (lines) => importLines({ store: ownLines, signer, holder }, lines),
    erase: async (session, which) => {
      if (has(session)) throw openHere(session);
      return eraseSession({ store: ownLines, session, signer, holder, now }, which);
    },
    remove: async (session) => {
      if (has(session)) throw openHere(session);
      if (await removeSession({ store: ownLines, session, signer, holder, now })) unneeded = true;
    },
    waitForRoom: disk.wait,
    close: async () => {
      // Once for all that were removed, and no reason to fail: the next removal throws it away, too.
      if (unneeded) await collected(given.checkpoints, ownLines).catch(() => {});
      await given.checkpoints?.close();
      await close();
      await store.close();
    },
  };
};

/** Snapshots that no log names any more are thrown away. */
const collected = async (place: CheckpointPlace | undefined, store: Store): Promise<void> => {
  if (place !== undefined) await place.collect(await namedSnapshots(store));
};

type ForkOptions = Parameters<Runtime["fork"]>[1];

const notForTalk = (): KelsonError =>
  new KelsonError("refused", `session ${userSession} is the log of what is known of you, and no conversation`, {
    hint: "kelson profile show",
  });
interface Made {
  readonly parts: Parts;
  readonly born: Birth;
}

/** What is not there is not written. */
const openedData = (
  { kind, trace, parent, agent, prompt, rules }: Birth,
  place: { readonly cwd: string; readonly user: string },
): EventData<"session.opened"> => ({
  schema: schemaVersion,
  ...place,
  kind,
  trace,
  ...(parent !== null && { parent }),
  ...(agent !== null && { agent, prompt, rules }),
});

const openHere = (session: string): KelsonError =>
  new KelsonError("held", `session ${session} is open in this process; close it first`);

// A holder that has let go, or is known to be dead. The lease itself is not asked for, because it could not be given back
// while the inbox holds a command.
const strange = (store: Store, session: string, other: Holder) => ({
  holder: nameOf(other),
  holderIsGone: async (): Promise<boolean> =>
    (await store.list()).every(({ id, holder }) => id !== session || holder === undefined),
});

/** Where folds are read from: a store, and what its snapshots are sealed with. */
interface Readable {
  readonly store: Store;
  readonly mac: Mac | undefined;
}

const readStored = async <S>({ store, mac }: Readable, session: string, fold: Fold<S>): Promise<S> => {
  if ((await store.last(session)) === undefined) throw new KelsonError("not_found", `there is no session ${session}`);
  return restoreOne(store, session, fold, mac);
};

const summaryOf = async ({ store, mac }: Readable, stored: StoredSession): Promise<SessionSummary> => {
  const { id, createdAt, changedAt, seq, holder } = stored;
  const known = { id, createdAt, changedAt, events: seq + 1, live: holder !== undefined };
  try {
    const { kind, title, cwd, forkedFrom, steps, subjects, ...spent } = await restoreOne(store, id, summary, mac);
    const now = await restoreOne(store, id, status, mac);
    const costUsd = spent.unpriced > 0 ? undefined : spent.costUsd;
    const told = { ...known, kind, title, cwd, state: stateOf(now), steps, costUsd, doing: doingOf(now, subjects) };
    return forkedFrom === null ? told : { ...told, forkedFrom };
  } catch (error) {
    // One session that somebody broke must not hide all the others.
    if (!(error instanceof KelsonError) || error.code !== "chain_broken") throw error;
    return { ...known, kind: "main", title: error.message, cwd: "", state: "error", steps: 0, costUsd: undefined };
  }
};
