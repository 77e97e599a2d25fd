/** Forks: a session whose log begins with its parent's lines, up to where it was forked. Nothing is copied. */
import type { Line, Store } from "../contract/store.ts";
import { overlaid } from "./overlaid.ts";
import { erasedIn, parentIn, readSealed } from "./sealed-line.ts";

/** Where a fork leaves its parent: after the line `seq`. */
export interface Join {
  readonly session: string;
  readonly seq: number;
}

/** A store whose logs are whole: reading a fork gives its parent's lines first. A line's `session` says whose it is. */
export const lineage = (store: Store): Store =>
  overlaid(store, { read: (session, options) => readWhole(store, session, options) });

/** The sessions that a log is made of, the eldest first, each with the seq of its last line in it. */
export const spansOf = async (store: Store, session: string): Promise<readonly Join[]> => {
  const spans: Join[] = [{ session, seq: Number.POSITIVE_INFINITY }];
  for (let join = await joinOf(store, session); join !== undefined; join = await joinOf(store, join.session)) {
    // A circle can only be made by hand, and ends here.
    if (spans.some((span) => span.session === join?.session)) break;
    spans.unshift(join);
  }
  return spans;
};

/** Whose line a seq is. */
export const ownerIn =
  (spans: readonly Join[]) =>
  (seq: number): string =>
    (spans.find((span) => seq <= span.seq) ?? spans.at(-1))?.session ?? "";

/** Where a session was forked; undefined for one that was not. */
const joinOf = async (store: Store, session: string): Promise<Join | undefined> => {
  for await (const [first] of store.read(session, { bodies: false })) return first && joinIn(first);
  return undefined;
};

/** All sessions that begin with lines of this one, each after the one that it was forked from. */
export const forksOf = async (store: Store, session: string): Promise<readonly string[]> => {
  const joins = await Promise.all((await store.list()).map(async ({ id }) => ({ id, join: await joinOf(store, id) })));
  const family = [session];
  for (const parent of family) {
    for (const { id, join } of joins) if (join?.session === parent && !family.includes(id)) family.push(id);
  }
  return family.slice(1);
};

/** Seqs of bodies in the lines of the eldest sessions that those erased after the next one had left them. */
export const erasedSince = async (store: Store, spans: readonly Join[]): Promise<ReadonlySet<number>> => {
  const erased = new Set<number>();
  for (const { session, seq } of spans.slice(0, -1)) {
    for await (const batch of store.read(session, { from: seq + 1, bodies: false })) {
      for (const { text } of batch) for (const one of erasedIn(readSealed(text) ?? {})) erased.add(one as number);
    }
  }
  return erased;
};

async function* readWhole(
  store: Store,
  session: string,
  options: Parameters<Store["read"]>[1] = {},
): AsyncGenerator<readonly Line[]> {
  let next = options.from ?? 0;
  for await (const batch of store.read(session, options)) {
    const [first] = batch;
    // Only what comes first can leave a gap: a session's own lines have none.
    if (first !== undefined && first.seq > next) yield* readUpTo(store, joinIn(first), { ...options, from: next });
    next = (batch.at(-1)?.seq ?? next) + 1;
    yield batch;
  }
}

async function* readUpTo(
  store: Store,
  join: Join | undefined,
  options: NonNullable<Parameters<Store["read"]>[1]>,
): AsyncGenerator<readonly Line[]> {
  if (join === undefined) return;
  for await (const batch of readWhole(store, join.session, options)) {
    const within = batch.filter(({ seq }) => seq <= join.seq);
    if (within.length > 0) yield within;
    if (within.length < batch.length) return;
  }
}

/** What a fork's first line says; anybody may have changed it. A sub-agent names its parent, too, and begins at 0. */
const joinIn = ({ text, seq }: Line): Join | undefined => {
  const parent = parentIn(readSealed(text) ?? {});
  return seq > 0 && parent?.seq === seq - 1 ? { session: parent.session, seq: parent.seq } : undefined;
};
