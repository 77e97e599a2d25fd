/** What leads from one snapshot to another. Listings that are the same are not opened. */
import type { FileChange, SavedEntry } from "../contract/checkpoint.ts";
import type { Objects } from "./objects.ts";
import { joined, parted } from "./place.ts";
import { inOrder, isSame, type Tree } from "./tree.ts";

type Trees = Pick<Objects, "tree">;

const nothing: Tree = new Map();

/** By path, parents first. A directory of which only the content differs is no change itself. */
export const compare = (trees: Trees, from: string, to: string): FileChange[] =>
  from === to ? [] : [...between(trees, "", trees.tree(from), trees.tree(to))];

const between = function* (trees: Trees, path: string, from: Tree, to: Tree): Generator<FileChange> {
  for (const name of [...new Set([...from.keys(), ...to.keys()])].toSorted(inOrder)) {
    const before = from.get(name);
    const after = to.get(name);
    if (before === after || isSame(before, after)) continue;
    const inner = joined(path, name);
    if (!isOnlyContent(before, after)) yield { path: inner, from: before, to: after };
    yield* between(trees, inner, listed(trees, before), listed(trees, after));
  }
};

const isOnlyContent = (before: SavedEntry | undefined, after: SavedEntry | undefined): boolean =>
  before?.kind === "directory" && after?.kind === "directory" && before.mode === after.mode;

const listed = (trees: Trees, entry: SavedEntry | undefined): Tree =>
  entry?.kind === "directory" ? trees.tree(entry.digest) : nothing;

/** What a snapshot has at a path. The root itself is no entry. */
export const entryAt = (trees: Trees, snapshot: string, path: string): SavedEntry | undefined => {
  const [directory, name] = parted(path);
  if (directory === "") return trees.tree(snapshot).get(name);
  const parent = entryAt(trees, snapshot, directory);
  return parent?.kind === "directory" ? trees.tree(parent.digest).get(name) : undefined;
};
