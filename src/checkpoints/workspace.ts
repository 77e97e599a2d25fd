/** Saves snapshots of one workspace, and knows what it saw in the last one. */
import { lstatSync } from "node:fs";
import type { FilesSaved } from "../contract/checkpoint.ts";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import type { Database } from "./database.ts";
import { type Gathering, gathering } from "./gather.ts";
import type { Guard, Limits } from "./ground.ts";
import { known, type Seen } from "./known.ts";
import type { NewObject, Objects } from "./objects.ts";
import { expect, type Roster, roster } from "./roster.ts";
import { type Scan, scan } from "./scan.ts";
import { numbersOf, type Signature } from "./signature.ts";
import { sweep } from "./sweep.ts";

export interface WorkspaceOptions {
  readonly database: Database;
  readonly stored: Objects;
  /** Absolute and real. */
  readonly root: string;
  readonly limits: Limits;
  readonly guard: Guard;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Workspace {
  /** `more` adds to a snapshot and gives the digest of what comes of it. */
  readonly save: (more?: Graft) => Promise<Omit<FilesSaved, "changed">>;
  /** Ends a snapshot that is being made; it rejects with KelsonError `interrupted`, and what was read is only rubbish. */
  readonly giveUp: () => void;
  readonly close: () => Promise<void>;
}

export type Graft = (snapshot: string, gathering: Gathering) => Promise<string>;

/** What was seen, as long as no objects were thrown away that it counts on. */
interface Memory {
  readonly generation: number;
  readonly seen: Seen;
  readonly roster: Roster;
  /** The newest snapshot of this process, and when it was written down. */
  readonly saved?: { readonly snapshot: string; readonly at: number } | undefined;
}

/** A snapshot that was written down so lately need not be again: `collect` spares those of the last hour. */
const freshMs = 600_000;

/** One at a time. */
export const workspace = ({ database, stored, root, limits, guard, now }: WorkspaceOptions): Workspace => {
  const notes = known(database, root);
  const look = sweep();
  const closing = new AbortController();
  const addSnapshot = database.sql.prepare(
    "INSERT INTO snapshots VALUES (?, ?) ON CONFLICT DO UPDATE SET savedAt = excluded.savedAt",
  );
  let memory: Memory | undefined;

  const remembered = (): Memory => {
    stored.forget();
    const { generation, seen } = notes.load();
    return { generation, seen, roster: roster(root, seen) };
  };
  /** False when what is remembered counts no more; then nothing is written. */
  const write = (from: Memory, waiting: readonly NewObject[], also: () => void): Promise<boolean> =>
    database.write(() => {
      if (notes.generation() !== from.generation) return false;
      for (const object of waiting) stored.put(object);
      also();
      return true;
    });
  const keep = (from: Memory, { seen, anew }: Scan, snapshot: string): void => {
    addSnapshot.run(Buffer.from(snapshot, "hex"), now());
    for (const path of anew) {
      const directory = seen.get(path);
      if (directory !== undefined) notes.keep(path, directory);
    }
    for (const path of from.seen.keys()) if (!seen.has(path)) notes.forget(path);
  };

  const isAsBefore = ({ seen, saved }: Memory, found: Scan, snapshot: string): boolean =>
    found.anew.length === 0 &&
    found.seen.size === seen.size &&
    saved?.snapshot === snapshot &&
    now() - saved.at < freshMs;

  /** Undefined when another process has thrown objects away meanwhile. */
  const attempt = async (from: Memory, more: Graft | undefined): Promise<Omit<FilesSaved, "changed"> | undefined> => {
    const found = rootNow(root);
    const numbers = await look.look(from.roster.paths);
    const gathered = gathering(stored, async (waiting) => {
      if (!(await write(from, waiting, () => {}))) throw outdated;
    });
    const scanned = await scan(
      { root, limits, guard, gathering: gathered, givenUp: closing.signal },
      { ...from, numbers },
      found,
    );
    const snapshot = more === undefined ? scanned.snapshot : await more(scanned.snapshot, gathered);
    const waiting = gathered.take();
    const isKnown = waiting.length === 0 && isAsBefore(from, scanned, snapshot);
    const isOurs = isKnown
      ? notes.generation() === from.generation
      : await write(from, waiting, () => keep(from, scanned, snapshot));
    if (!isOurs) return undefined;
    const saved = isKnown ? from.saved : { snapshot, at: now() };
    memory = { ...from, saved, seen: scanned.seen, roster: nextRoster(root, from.roster, scanned) };
    const { files, bytes, leftOut } = scanned;
    return { snapshot, files, bytes, leftOut };
  };

  return {
    save: async (more) => {
      for (;;) {
        const saved = await attempt((memory ??= remembered()), more).catch(unlessOutdated);
        if (saved !== undefined) return saved;
        memory = undefined;
      }
    },
    giveUp: () => closing.abort(new KelsonError("interrupted", `a snapshot of ${root} was given up on the way`)),
    close: () => look.close(),
  };
};

const nextRoster = (root: string, before: Roster, { seen, anew, isOther }: Scan): Roster => {
  if (isOther) return roster(root, seen);
  for (const path of anew) {
    const directory = seen.get(path);
    if (directory !== undefined) expect(before, path, directory);
  }
  return before;
};

const outdated = Symbol("outdated");

const unlessOutdated = (thrown: unknown): undefined => {
  if (thrown !== outdated) throw thrown;
};

const rootNow = (root: string): Signature => {
  try {
    return numbersOf(lstatSync(root));
  } catch (cause) {
    throw new KelsonError("not_found", `the workspace ${root} cannot be seen: ${sentenceOf(cause)}`, { cause });
  }
};
