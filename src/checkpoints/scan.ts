/** Goes through a workspace and makes its snapshot: what is as it was seen is taken as known, the rest is read. */
import type { FilesSaved, LeftOut, LeftOutReason, SavedEntry } from "../contract/checkpoint.ts";
import { breath } from "./breath.ts";
import { type Ground, keyOf } from "./ground.ts";
import { type Rules, rulesAbove } from "./ignored.ts";
import type { Made, Seen, SeenEntry, Sum } from "./known.ts";
import { type Listing, listing } from "./listing.ts";
import { joined } from "./place.ts";
import { modeOfDirectory } from "./read-whole.ts";
import { type Roster, unquiet } from "./roster.ts";
import { type Signature, width } from "./signature.ts";
import { isSame } from "./tree.ts";

/** What was seen before, and the numbers of its paths now. */
export interface Before {
  readonly seen: Seen;
  readonly roster: Roster;
  readonly numbers: Float64Array;
}

/** A snapshot whose objects still wait to be written. */
export interface Scan extends Omit<FilesSaved, "changed"> {
  /** What is seen now. */
  readonly seen: Seen;
  /** Paths of directories of which something else is to be remembered than before. */
  readonly anew: readonly string[];
  /** Whether it has other paths than before. */
  readonly isOther: boolean;
}

/** What is counted on the way. */
interface Tally {
  files: number;
  bytes: number;
  entries: number;
  isOther: boolean;
  readonly leftOut: LeftOut[];
  readonly anew: string[];
  readonly seen: Seen;
}

interface Way {
  readonly ground: Ground;
  readonly before: Before;
  /** Where something may have changed, with all above it. */
  readonly unquiet: ReadonlySet<string>;
  readonly tally: Tally;
  readonly pause: () => Promise<void>;
}

/** `found` is what the root is now. */
export const scan = async (ground: Ground, before: Before, found: Signature): Promise<Scan> => {
  const { roster, numbers } = before;
  const seen = new Map(before.seen);
  const tally: Tally = { files: 0, bytes: 0, entries: 0, isOther: false, leftOut: [], anew: [], seen };
  const rest = breath();
  const pause = async (): Promise<void> => {
    await rest();
    ground.givenUp.throwIfAborted();
  };
  const way = { ground, before, tally, pause, unquiet: unquiet(roster, numbers, before.seen) };
  const top = await directory(way, { path: "", found, above: rulesAbove(ground.root, keyOf(ground)) });
  if (tally.isOther) forgetUnreachable(seen);
  if (top.kind === "directory") return { ...tally, snapshot: top.digest };
  // The root has no entry that could say it, so that its listing does.
  return { ...tally, snapshot: await ground.gathering.addTree(new Map([["", top]])) };
};

interface Visited {
  readonly path: string;
  /** What it is now. */
  readonly found: Signature;
  readonly above: Rules;
}

const directory = async (way: Way, visited: Visited): Promise<SavedEntry> => {
  const { ground, before, tally } = way;
  const { path, found, above } = visited;
  const was = before.seen.get(path);
  const mode = modeOfDirectory({ mode: found[0] });
  if (was?.made !== undefined && isQuiet(way, visited, was.made))
    return { kind: "directory", mode, digest: was.made.digest };
  await way.pause();
  const now = await listing(ground, { path, found, above, was, numbers: numbersIn(before, path) });
  if (typeof now === "string") return sayLeftOut(tally, path, now);
  if (now.entries.size > ground.limits.entries - tally.entries) return sayLeftOut(tally, path, "full");
  const start = { files: tally.files, bytes: tally.bytes, entries: tally.entries, leftOut: tally.leftOut.length };
  tally.entries += now.entries.size;
  const entries = await withBelow(way, path, now);
  const isSame = entries === was?.entries;
  const digest =
    isSame && was?.made !== undefined ? was.made.digest : await ground.gathering.addTree(entriesOf(entries));
  const { signature, rules, isRepository } = now;
  const made = { digest, sum: sumSince(start, tally, above.key) };
  tally.seen.set(path, { signature, rules, isRepository, entries, made });
  if (!isSame || was?.signature !== signature || was.rules !== rules) tally.anew.push(path);
  tally.isOther ||= was === undefined || (!isSame && namesLookedAt(was.entries) !== namesLookedAt(entries));
  return { kind: "directory", mode, digest };
};

/** Counts what nothing was changed in, if there is room for all of it. */
const isQuiet = ({ unquiet, tally, ground }: Way, { path, above }: Visited, { sum }: Made): boolean => {
  if (sum?.above !== above.key || unquiet.has(path)) return false;
  const { bytes, entries } = ground.limits;
  if (sum.bytes > bytes - tally.bytes || sum.entries > entries - tally.entries) return false;
  tally.files += sum.files;
  tally.bytes += sum.bytes;
  tally.entries += sum.entries;
  for (const leftOut of sum.leftOut) tally.leftOut.push(leftOut);
  return true;
};

const sumSince = (
  start: { readonly files: number; readonly bytes: number; readonly entries: number; readonly leftOut: number },
  tally: Tally,
  above: string,
): Sum | undefined => {
  const leftOut = tally.leftOut.slice(start.leftOut);
  if (leftOut.some(({ why }) => why === "full")) return undefined;
  return {
    above,
    files: tally.files - start.files,
    bytes: tally.bytes - start.bytes,
    entries: tally.entries - start.entries,
    leftOut,
  };
};

/** The very entries that were listed, when none of them has become another. */
const withBelow = async (way: Way, path: string, now: Listing): Promise<Listing["entries"]> => {
  const others: [string, SeenEntry][] = [];
  for (const [name, seen] of now.entries) {
    const kept =
      seen.entry.kind === "directory"
        ? await below(way, { path, now, name, seen })
        : count(way, joined(path, name), seen);
    if (kept !== seen) others.push([name, kept]);
  }
  return others.length === 0 ? now.entries : new Map([...now.entries, ...others]);
};

interface Below {
  readonly path: string;
  readonly now: Listing;
  readonly name: string;
  readonly seen: SeenEntry;
}

/** A directory in the one that is gone through. */
const below = async (way: Way, { path, now, name, seen }: Below): Promise<SeenEntry> => {
  const inner = joined(path, name);
  const found = now.directories.get(name) ?? signatureIn(way.before, inner);
  const entry = await directory(way, { path: inner, found, above: now.within.within(name) });
  return isSame(entry, seen.entry) ? seen : { signature: undefined, entry };
};

/** What does not fit in any more is left out. */
const count = ({ ground, tally }: Way, path: string, seen: SeenEntry): SeenEntry => {
  const { entry } = seen;
  if (entry.kind === "left-out") {
    tally.leftOut.push({ path, why: entry.why });
    return seen;
  }
  const bytes = entry.kind === "file" ? entry.bytes : 0;
  if (bytes > ground.limits.bytes - tally.bytes)
    return { signature: undefined, entry: sayLeftOut(tally, path, "full") };
  tally.files += 1;
  tally.bytes += bytes;
  return seen;
};

const sayLeftOut = ({ leftOut }: Tally, path: string, why: LeftOutReason): SavedEntry => {
  leftOut.push({ path, why });
  return { kind: "left-out", why };
};

const entriesOf = (entries: ReadonlyMap<string, SeenEntry>): Map<string, SavedEntry> =>
  new Map([...entries].map(([name, { entry }]) => [name, entry]));

/** As they stand in a roster, and the directories. */
const namesLookedAt = (entries: ReadonlyMap<string, SeenEntry>): string =>
  JSON.stringify([...entries].map(([name, { entry }]) => [name, entry.kind === "directory"]));

/** Directories that are no entries of others any more. */
const forgetUnreachable = (seen: Seen): void => {
  const reached = new Set<string>();
  const reach = (path: string): void => {
    reached.add(path);
    for (const [name, { entry }] of seen.get(path)?.entries ?? [])
      if (entry.kind === "directory") reach(joined(path, name));
  };
  reach("");
  for (const path of seen.keys()) if (!reached.has(path)) seen.delete(path);
};

const numbersIn = ({ roster, numbers }: Before, path: string): Float64Array =>
  numbers.subarray(((roster.starts.get(path) ?? numbers.length) + 1) * width);

const signatureIn = ({ roster, numbers }: Before, path: string): Signature => {
  const at = (roster.starts.get(path) ?? numbers.length) * width;
  const [mode = 0, bytes = 0, mtimeMs = 0, ctimeMs = 0, inode = 0] = numbers.subarray(at, at + width);
  return [mode, bytes, mtimeMs, ctimeMs, inode];
};
