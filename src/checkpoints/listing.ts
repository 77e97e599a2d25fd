/** What is in one directory now, without what git ignores: as it was seen, where that still holds, and read where not. */
import type { Stats } from "node:fs";
import type { LeftOutReason } from "../contract/checkpoint.ts";
import { type Ground, keyOf } from "./ground.ts";
import { type Rules, rulesOfRepository } from "./ignored.ts";
import type { SeenDirectory, SeenEntry } from "./known.ts";
import { leftOut, look } from "./look.ts";
import { isRepositorys, isTemporary } from "./own-names.ts";
import { joined, openPlace, type Place } from "./place.ts";
import { isAsSeen, numbersOf, type Signature, signatureOf } from "./signature.ts";
import { inOrder } from "./tree.ts";

/** A directory, and what is known of it. */
export interface Visit {
  readonly path: string;
  /** What it is now. */
  readonly found: Signature;
  /** The rules that hold in it but for its own. */
  readonly above: Rules;
  readonly was: SeenDirectory | undefined;
  /** What those of `was` that are no directories are now: five numbers each, in order. */
  readonly numbers: Float64Array;
}

/** What is found. The entries of directories have no digest, or that of before. */
export interface Listing extends SeenDirectory {
  /** Those that hold in it. */
  readonly within: Rules;
  /** What its directories are now, as far as they were looked at. */
  readonly directories: ReadonlyMap<string, Signature>;
}

const rulesFile = ".gitignore";

/** A reason when the directory cannot be listed. It rejects only when what was read cannot be kept. */
export const listing = async (ground: Ground, visit: Visit): Promise<Listing | LeftOutReason> => {
  const { was, found, path } = visit;
  const changed = was !== undefined && isAsSeen(was.signature, found) ? changedNames(visit, was) : undefined;
  if (was !== undefined && changed?.size === 0) {
    const within = rulesIn(ground, visit, was.isRepository, was.entries.get(rulesFile));
    if (within.key === was.rules) return { ...was, within, directories: new Map() };
  }
  let place: Place | undefined;
  try {
    const since = Date.now();
    place = openPlace(ground.root, path);
    const signature = signatureOf(place.stat(), since);
    return await read({ ground, visit, place, names: place.names().toSorted(inOrder), signature, changed });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return "unreadable";
  } finally {
    place?.close();
  }
};

const changedNames = ({ numbers }: Visit, was: SeenDirectory): Set<string> => {
  const changed = new Set<string>();
  let index = 0;
  for (const [name, { entry, signature }] of was.entries) {
    if (entry.kind === "directory") continue;
    if (!isAsSeen(signature, numbers, index)) changed.add(name);
    index += 1;
  }
  return changed;
};

interface Reading {
  readonly ground: Ground;
  readonly visit: Visit;
  readonly place: Place;
  readonly names: readonly string[];
  readonly signature: Signature | undefined;
  /** The names that changed, when all others are known to be as they were. */
  readonly changed: ReadonlySet<string> | undefined;
}

const read = async (reading: Reading): Promise<Listing> => {
  const { ground, visit, place, names, signature, changed } = reading;
  const isRepository = names.some(isRepositorys);
  const own = names.includes(rulesFile) ? await rulesEntry(reading) : undefined;
  const within = rulesIn(ground, visit, isRepository, own);
  const sameRules = visit.was?.rules === within.key;
  const entries = new Map<string, SeenEntry>();
  const directories = new Map<string, Signature>();
  for (const name of names) {
    if (isRepositorys(name) || isTemporary(name)) continue;
    const was = sameRules ? visit.was?.entries.get(name) : undefined;
    if (was !== undefined && changed?.has(name) === false) {
      entries.set(name, was);
      continue;
    }
    const stats = place.statAt(name);
    if (stats === undefined) continue;
    const entry = await entryOf(reading, { name, stats, was, within });
    if (entry === undefined) continue;
    entries.set(name, entry);
    if (entry.entry.kind === "directory") directories.set(name, numbersOf(stats));
  }
  return { signature, rules: within.key, within, isRepository, entries, directories };
};

interface Named {
  readonly name: string;
  readonly stats: Stats;
  /** What was seen of it under the same rules. */
  readonly was: SeenEntry | undefined;
  readonly within: Rules;
}

/** Undefined for what git ignores. What passed the same rules as the same kind passes again. */
const entryOf = async ({ ground, visit, place }: Reading, named: Named): Promise<SeenEntry | undefined> => {
  const { name, stats, was, within } = named;
  const isDirectory = stats.isDirectory();
  const hasPassed = was !== undefined && (was.entry.kind === "directory") === isDirectory;
  // A file of rules decides what the rest is, so that it is always kept.
  if (!hasPassed && name !== rulesFile && within.ignores(name, isDirectory)) return undefined;
  const isSecret = hasPassed
    ? was.entry.kind === "left-out" && was.entry.why === "credential"
    : ground.guard.isSecret(`${ground.root}/${joined(visit.path, name)}`);
  if (isSecret) return leftOut("credential", numbersOf(stats));
  if (isDirectory) return { signature: undefined, entry: directoryBefore(was) };
  return look(
    { place, name, stats, was: was ?? contentOf(visit.was?.entries.get(name)), mostBytes: ground.limits.fileBytes },
    ground.gathering,
  );
};

/** What was left out by other rules may be held by these; a content stays what it was. */
const contentOf = (seen: SeenEntry | undefined): SeenEntry | undefined =>
  seen?.entry.kind === "left-out" ? undefined : seen;

const directoryBefore = (was: SeenEntry | undefined): SeenEntry["entry"] =>
  was?.entry.kind === "directory" ? was.entry : { kind: "directory", mode: 0, digest: "" };

/** Before anything else can be judged. */
const rulesEntry = async ({ ground, visit, place }: Reading): Promise<SeenEntry | undefined> => {
  const stats = place.statAt(rulesFile);
  if (stats?.isFile() !== true) return undefined;
  const was = visit.was?.entries.get(rulesFile);
  return look({ place, name: rulesFile, stats, was, mostBytes: ground.limits.fileBytes }, ground.gathering);
};

const rulesIn = (ground: Ground, { path, above }: Visit, isRepository: boolean, own: SeenEntry | undefined): Rules => {
  const rules = isRepository ? rulesOfRepository(ground.root, path, keyOf(ground)) : above;
  if (own?.entry.kind !== "file") return rules;
  const { digest } = own.entry;
  return rules.and(digest, () => ground.gathering.read(digest).toString());
};
