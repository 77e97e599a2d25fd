/** Adds to a snapshot what is in the workspace, but passed over, and would be written over by a restore. */
import type { SavedEntry } from "../contract/checkpoint.ts";
import { compare } from "./compare.ts";
import type { Gathering } from "./gather.ts";
import type { Guard, Limits } from "./ground.ts";
import { look } from "./look.ts";
import { openPlace, parted, type Place } from "./place.ts";
import { modeOfDirectory } from "./read-whole.ts";
import { type Tree, treeOf } from "./tree.ts";

export interface GraftOptions {
  readonly root: string;
  readonly limits: Limits;
  readonly guard: Guard;
  readonly gathering: Gathering;
}

/** Gives the digest of the snapshot `base` with all that `wanted` has, too, and is there although `base` does not have it. */
export const graft = async (options: GraftOptions, base: string, wanted: string): Promise<string> => {
  const { gathering } = options;
  const trees = { tree: (digest: string) => treeOf(gathering.read(digest).toString()) };
  const found = new Map<string, SavedEntry>();
  for (const { path, from, to } of compare(trees, base, wanted)) {
    if (from !== undefined || to === undefined) continue;
    const entry = await entryThere(options, path);
    if (entry !== undefined) found.set(path, entry);
  }
  return found.size === 0 ? base : added({ trees, gathering }, base, found);
};

/** Of a directory, without what is in it. */
const entryThere = async (options: GraftOptions, path: string): Promise<SavedEntry | undefined> => {
  const [directory, name] = parted(path);
  let place: Place;
  try {
    place = openPlace(options.root, directory);
  } catch {
    return undefined;
  }
  try {
    const stats = place.statAt(name);
    if (stats === undefined) return undefined;
    if (options.guard.isSecret(`${options.root}/${path}`)) return { kind: "left-out", why: "credential" };
    if (stats.isDirectory())
      return {
        kind: "directory",
        mode: modeOfDirectory(stats),
        digest: await options.gathering.addTree(new Map()),
      };
    const { fileBytes } = options.limits;
    return (await look({ place, name, stats, was: undefined, mostBytes: fileBytes }, options.gathering)).entry;
  } finally {
    place.close();
  }
};

interface Adding {
  readonly trees: { readonly tree: (digest: string) => Tree };
  readonly gathering: Gathering;
}

/** Parents come before what is in them. */
const added = async (adding: Adding, digest: string, found: ReadonlyMap<string, SavedEntry>): Promise<string> => {
  const entries = new Map(adding.trees.tree(digest));
  const deeper = new Map<string, Map<string, SavedEntry>>();
  for (const [path, entry] of found) {
    const [first = "", ...rest] = path.split("/");
    if (rest.length === 0) entries.set(first, entry);
    else deeper.set(first, (deeper.get(first) ?? new Map<string, SavedEntry>()).set(rest.join("/"), entry));
  }
  for (const [name, below] of deeper) {
    const entry = entries.get(name);
    if (entry?.kind === "directory") entries.set(name, { ...entry, digest: await added(adding, entry.digest, below) });
  }
  return adding.gathering.addTree(entries);
};
