/** Brings folds up to date with what is on disk: from their newest snapshot that still fits, then line by line. */
import type { Event } from "../contract/event.ts";
import { applyTo, type Fold } from "../contract/fold.ts";
import type { Snapshot, Store } from "../contract/store.ts";
import { sha256 } from "./chain.ts";
import { eventOf, unreadable } from "./line.ts";

/** A fold's state and the seq of the last event in it, -1 for none. */
export interface Restored {
  readonly fold: Fold<unknown>;
  readonly state: unknown;
  seq: number;
  /** Seq of its newest snapshot, -1 for none. */
  keptSeq: number;
}

/** A digest of a text, keyed where logs are signed: a snapshot that somebody else wrote is then not believed. */
export type Mac = (text: string) => string;

/** What a snapshot of a state after a line is sealed with. */
export const snapshotSeal = (mac: Mac, line: string, { fold, version, state }: Unsealed): string =>
  mac([line, fold, version, state].join("\n"));

type Unsealed = Pick<Snapshot, "fold" | "version" | "state">;

/** The folds' states after the last line on disk. */
export const restore = async (
  store: Store,
  session: string,
  folds: readonly Fold<unknown>[],
  mac: Mac = sha256,
): Promise<Restored[]> => {
  const restored = await Promise.all(folds.map((fold) => fromSnapshot({ store, session, mac }, fold)));
  await catchUp(store, session, restored);
  return restored;
};

/** The state of one fold after the last line on disk. */
export const restoreOne = async <S>(store: Store, session: string, fold: Fold<S>, mac?: Mac): Promise<S> => {
  const [restored] = await restore(store, session, [fold as Fold<unknown>], mac);
  return (restored?.state ?? fold.initial()) as S;
};

/** Applies the lines that came after. */
export const catchUp = async (store: Store, session: string, folds: readonly Restored[]): Promise<void> => {
  const from = Math.min(...folds.map(({ seq }) => seq)) + 1;
  for await (const batch of store.read(session, { from })) {
    for (const line of batch) {
      const event = eventOf(line);
      try {
        apply(folds, event);
      } catch (cause) {
        // A fold takes whatever a writer of ours has written.
        throw unreadable(line, cause);
      }
    }
  }
};

const apply = (folds: readonly Restored[], event: Event): void => {
  for (const entry of folds) {
    if (entry.seq >= event.seq) continue;
    if (entry.seq !== event.seq - 1) throw new Error("a line before it is missing");
    applyTo(entry.fold, entry.state, event);
    entry.seq = event.seq;
  }
};

interface From {
  readonly store: Store;
  readonly session: string;
  readonly mac: Mac;
}

const fromSnapshot = async ({ store, session, mac }: From, fold: Fold<unknown>): Promise<Restored> => {
  const snapshot = await store.snapshot(session, fold.name, fold.version);
  const line = snapshot && (await sealAt(store, session, snapshot.seq));
  if (snapshot !== undefined && line !== undefined && snapshotSeal(mac, line, snapshot) === snapshot.seal) {
    const state = parsed(snapshot.state);
    if (state !== undefined) return { fold, state, seq: snapshot.seq, keptSeq: snapshot.seq };
  }
  return { fold, state: fold.initial(), seq: -1, keptSeq: -1 };
};

// A snapshot is a cache: a damaged one is done without.
const parsed = (state: string): unknown => {
  try {
    return JSON.parse(state);
  } catch {
    return undefined;
  }
};

/** The seal of one line; undefined when it is not there. */
export const sealAt = async (store: Store, session: string, seq: number): Promise<string | undefined> => {
  for await (const [line] of store.read(session, { from: seq, bodies: false })) {
    return line?.seq === seq ? line.seal : undefined;
  }
  return undefined;
};
