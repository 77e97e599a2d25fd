/** The log of one session: append, read, subscribe. What is appended is folded at once and heard when it is on disk. */
import type { Event, NewEvent } from "../contract/event.ts";
import { applyTo, type Fold } from "../contract/fold.ts";
import type { Head } from "../contract/signer.ts";
import type { Store } from "../contract/store.ts";
import { genesis, sha256 } from "./chain.ts";
import { lineOf, unreadable } from "./line.ts";
import { type Listeners, listeners } from "./listen.ts";
import { catchUp, type Mac, restore, type Restored, snapshotSeal } from "./restore.ts";
import { type Writer, writer } from "./writer.ts";

/** Reads the state of a fold; it belongs to the log and is not to be changed. */
export type ReadFold = <S>(fold: Fold<S>) => S;

export interface Log {
  readonly session: string;
  /** Seals and folds at once. Throws what the guard throws, and then nothing is written. */
  readonly append: (event: NewEvent) => Event;
  /** The last line that was appended; seq -1 and the genesis before the first. */
  readonly head: () => Head;
  readonly settle: Writer["settle"];
  readonly saved: Writer["saved"];
  /** The state of a fold that is followed. */
  readonly read: ReadFold;
  /** The state of any fold after all that is on disk, followed from now on. */
  readonly follow: <S>(fold: Fold<S>) => Promise<S>;
  readonly listen: Listeners["listen"];
  /** Keeps the followed folds' states, so that the next opening reads only what follows; not before there are so many lines. */
  readonly snapshot: (after?: { readonly lines: number }) => Promise<void>;
}

export interface LogParts {
  readonly store: Store;
  readonly session: string;
  /** The lease's fencing token. */
  readonly token: number;
  readonly now: () => number;
  readonly folds: readonly Fold<never>[];
  /** Seals snapshots; without it anybody can who writes the store. */
  readonly mac?: Mac | undefined;
  /** Throws when an event would contradict the session's state. */
  readonly guard: (read: ReadFold, event: NewEvent) => void;
}

/** A snapshot is due after this many lines, and a share of those before: so its cost stays small however long the log. */
const snapshotEvery = 1_000;
const snapshotShare = 0.2;

export const openLog = async ({ store, session, token, now, folds, guard, mac = sha256 }: LogParts): Promise<Log> => {
  const followed = new Map<string, Restored>();
  for (const entry of await restore(store, session, folds as unknown as Fold<unknown>[], mac)) {
    followed.set(entry.fold.name, entry);
  }
  const last = await store.last(session);
  let head: Head = { session, seq: last?.seq ?? -1, seal: last?.seal ?? genesis(session) };
  const missing = (seq: number): Error => unreadable({ session, seq }, new Error("the line is missing"));
  for (const { seq } of followed.values()) if (seq < head.seq) throw missing(seq + 1);
  let savedSeq = head.seq;
  let snapshotSeq = Math.min(...[...followed.values()].map(({ keptSeq }) => keptSeq));
  const audience = listeners(store, session, () => savedSeq);
  const lines = writer({
    session,
    store,
    token,
    onSaved: (event) => {
      savedSeq = event.seq;
      audience.tell(event);
      if (savedSeq - snapshotSeq >= snapshotEvery + savedSeq * snapshotShare) void snapshot().catch(() => {});
    },
  });
  const read: ReadFold = <S>(fold: Fold<S>) => followed.get(fold.name)?.state as S;

  const append = (event: NewEvent): Event => {
    guard(read, event);
    const place = { session, seq: head.seq + 1, at: now(), run: event.run, step: event.step };
    const line = lineOf(event, place, head.seal);
    const placed = { ...place, type: event.type, data: event.data } as Event;
    head = { session, seq: line.seq, seal: line.seal };
    for (const entry of followed.values()) {
      applyTo(entry.fold, entry.state, placed);
      entry.seq = placed.seq;
    }
    lines.push(line, placed);
    return placed;
  };
  const bringUp = async (folds: readonly Fold<unknown>[]): Promise<void> => {
    const entries = await restore(store, session, folds, mac);
    const behind = (): Restored[] => entries.filter(({ seq }) => seq < head.seq);
    for (let [first] = behind(); first !== undefined; [first] = behind()) {
      await lines.saved();
      const { seq } = first;
      await catchUp(store, session, behind());
      if (first.seq === seq) throw missing(seq + 1);
    }
    for (const entry of entries) if (!followed.has(entry.fold.name)) followed.set(entry.fold.name, entry);
  };
  /** What is asked for while lines are on their way to the disk is read from there in one go. */
  let asked: { readonly folds: Map<string, Fold<unknown>>; readonly brought: Promise<void> } | undefined;
  const ask = (): NonNullable<typeof asked> => {
    const folds = new Map<string, Fold<unknown>>();
    const brought = lines
      .saved()
      .finally(() => (asked = undefined))
      .then(() => bringUp([...folds.values()]));
    return { folds, brought };
  };
  const follow = async <S>(fold: Fold<S>): Promise<S> => {
    if (!followed.has(fold.name)) {
      asked ??= ask();
      asked.folds.set(fold.name, fold as Fold<unknown>);
      await asked.brought;
    }
    return read(fold);
  };
  const snapshot: Log["snapshot"] = async ({ lines: fewest } = { lines: 0 }) => {
    const { seq, seal } = head;
    snapshotSeq = seq;
    const due = [...followed.values()].filter(({ keptSeq }) => seq - keptSeq >= fewest);
    const snapshots = due.map((entry) => {
      const { name, version } = entry.fold;
      const taken = { fold: name, version, state: JSON.stringify(entry.state) };
      entry.keptSeq = seq;
      return { ...taken, seq, seal: snapshotSeal(mac, seal, taken) };
    });
    await Promise.all(snapshots.map((taken) => store.saveSnapshot(session, taken)));
  };
  return {
    session,
    append,
    head: () => head,
    settle: lines.settle,
    saved: lines.saved,
    read,
    follow,
    listen: audience.listen,
    snapshot,
  };
};
