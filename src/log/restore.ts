/** Brings folds up to date with what is on disk: from their newest snapshot that still fits, then line by line. */
import { applyTo, type Fold } from "../contract/fold.ts";
import type { Store } from "../contract/store.ts";
import { eventOf } from "./line.ts";

/** A fold's state and the seq of the last event in it, -1 for none. */
export interface Restored {
  readonly fold: Fold<unknown>;
  readonly state: unknown;
  seq: number;
  /** Seq of the snapshot that it was restored from, -1 for none. */
  readonly restoredSeq: number;
}

/** The folds' states after the last line on disk. */
export const restore = async (store: Store, session: string, folds: readonly Fold<unknown>[]): Promise<Restored[]> => {
  const restored = await Promise.all(folds.map((fold) => fromSnapshot(store, session, fold)));
  await catchUp(store, session, restored);
  return restored;
};

/** The state of one fold after the last line on disk. */
export const restoreOne = async <S>(store: Store, session: string, fold: Fold<S>): Promise<S> => {
  const [restored] = await restore(store, session, [fold as Fold<unknown>]);
  return (restored?.state ?? fold.initial()) as S;
};

/** Applies the lines that came after. */
export const catchUp = async (store: Store, session: string, folds: readonly Restored[]): Promise<void> => {
  const from = Math.min(...folds.map(({ seq }) => seq)) + 1;
  for await (const batch of store.read(session, { from })) {
    for (const line of batch) {
      const event = eventOf(line);
      for (const entry of folds) {
        if (entry.seq >= event.seq) continue;
        applyTo(entry.fold, entry.state, event);
        entry.seq = event.seq;
      }
    }
  }
};

const fromSnapshot = async (store: Store, session: string, fold: Fold<unknown>): Promise<Restored> => {
  const snapshot = await store.snapshot(session, fold.name, fold.version);
  if (snapshot !== undefined && (await sealAt(store, session, snapshot.seq)) === snapshot.seal) {
    const state = parsed(snapshot.state);
    if (state !== undefined) return { fold, state, seq: snapshot.seq, restoredSeq: snapshot.seq };
  }
  return { fold, state: fold.initial(), seq: -1, restoredSeq: -1 };
};

// A snapshot is a cache: a damaged one is done without.
const parsed = (state: string): unknown => {
  try {
    return JSON.parse(state);
  } catch {
    return undefined;
  }
};

const sealAt = async (store: Store, session: string, seq: number): Promise<string | undefined> => {
  for await (const [line] of store.read(session, { from: seq, bodies: false })) {
    return line?.seq === seq ? line.seal : undefined;
  }
  return undefined;
};
