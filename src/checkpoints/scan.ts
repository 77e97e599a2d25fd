/** Goes through a workspace and makes its snapshot: what is as it was seen is taken as known, the rest is read. */
import type { FilesSaved, LeftOut, LeftOutReason, SavedEntry } from "../contract/checkpoint.ts";
import { breath } from "./breath.ts";
import type { Ground } from "./ground.ts";
import { type Rules, rulesAbove } from "./ignored.ts";
import type { Seen, SeenDirectory, SeenEntry } from "./known.ts";
import { type Listing, listing } from "./listing.ts";
import { joined } from "./place.ts";
import { modeOfDirectory } from "./read-whole.ts";
import type { Roster } from "./roster.ts";
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
  readonly tally: Tally;
  readonly pause: () => Promise<void>;
}

/** `found` is what the root is now. */
export const scan = async (ground: Ground, before: Before, found: Signature): Promise<Scan> => {
  const tally: Tally = { files: 0, bytes: 0, entries: 0, isOther: false, leftOut: [], anew: [], seen: new Map() };
  const way = { ground, before, tally, pause: breath() };
  const top = await directory(way, { path: "", found, above: rulesAbove(ground.root, ground.guard.version) });
  const isOther = tally.isOther || tally.seen.size !== before.seen.size;
  if (top.kind === "directory") return { ...tally, isOther, snapshot: top.digest };
  // The root has no entry that could say it, so that its listing does.
  const nothing = new Map([["", { signature: undefined, entry: top }]]);
  return { ...tally, isOther, snapshot: await ground.gathering.addTree(entriesOf(nothing)) };
};

interface Visited {
  readonly path: string;
  /** What it is now. */
  readonly found: Signature;
  readonly above: Rules;
}

const directory = async (way: Way, { path, found, above }: Visited): Promise<SavedEntry> => {
  const { ground, before, tally } = way;
  await way.pause();
  const was = before.seen.get(path);
  const now = await listing(ground, { path, found, above, was, numbers: numbersIn(before, path) });
  if (typeof now === "string") return sayLeftOut(tally, path, now);
  if (now.entries.size > ground.limits.entries - tally.entries) return sayLeftOut(tally, path, "full");
  tally.entries += now.entries.size;
  let entries = now.entries;
  for (const [name, seen] of now.entries) {
    const kept =
      seen.entry.kind === "directory"
        ? await below(way, { path, now, name, seen })
        : count(way, joined(path, name), seen);
    if (kept === seen) continue;
    if (entries === now.entries) entries = new Map(entries);
    (entries as Map<string, SeenEntry>).set(name, kept);
  }
  const mode = modeOfDirectory({ mode: found[0] });
  if (entries === was?.entries && was.digest !== undefined) {
    tally.seen.set(path, was);
    return { kind: "directory", mode, digest: was.digest };
  }
  const digest = await ground.gathering.addTree(entriesOf(entries));
  const { signature, rules, isRepository } = now;
  remember(tally, path, was, { signature, rules, isRepository, entries, digest });
  return { kind: "directory", mode, digest };
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

const remember = (tally: Tally, path: string, was: SeenDirectory | undefined, now: SeenDirectory): void => {
  tally.seen.set(path, now);
  tally.anew.push(path);
  tally.isOther ||= was === undefined || namesLookedAt(was) !== namesLookedAt(now);
};

/** As they stand in a roster. */
const namesLookedAt = ({ entries }: SeenDirectory): string =>
  JSON.stringify([...entries].flatMap(([name, { entry }]) => (entry.kind === "directory" ? [] : [name])));

const numbersIn = ({ roster, numbers }: Before, path: string): Float64Array =>
  numbers.subarray(((roster.starts.get(path) ?? numbers.length) + 1) * width);

const signatureIn = ({ roster, numbers }: Before, path: string): Signature => {
  const at = (roster.starts.get(path) ?? numbers.length) * width;
  const [mode = 0, bytes = 0, mtimeMs = 0, ctimeMs = 0, inode = 0] = numbers.subarray(at, at + width);
  return [mode, bytes, mtimeMs, ctimeMs, inode];
};
