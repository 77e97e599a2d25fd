/** What git ignored by the rules that a snapshot holds: it may have been there, although the snapshot has nothing of it. */
import type { Objects } from "./objects.ts";
import { type Rules, rulesAt } from "./ignored.ts";
import { parted } from "./place.ts";
import type { Tree } from "./tree.ts";

export interface IgnoredInOptions {
  readonly trees: Pick<Objects, "tree" | "read">;
  readonly root: string;
  readonly key: string;
}

interface Level {
  readonly rules: Rules;
  readonly tree: Tree | undefined;
  /** Whether the directory is ignored itself, and so all that is in it. */
  readonly isIgnored: boolean;
}

/** Rules from outside of the workspace, and those of a repository's own, are those of now. */
export const ignoredIn = (
  { trees, root, key }: IgnoredInOptions,
  snapshot: string,
): ((path: string, isDirectory: boolean) => boolean) => {
  const levels = new Map<string, Level>();
  const levelOf = (path: string): Level => {
    const known = levels.get(path);
    if (known !== undefined) return known;
    const level = path === "" ? withOwn(rulesAt(root, key), trees.tree(snapshot), false) : below(path);
    levels.set(path, level);
    return level;
  };
  const below = (path: string): Level => {
    const [directory, name] = parted(path);
    const above = levelOf(directory);
    const entry = above.tree?.get(name);
    const tree = entry?.kind === "directory" ? trees.tree(entry.digest) : undefined;
    return withOwn(above.rules.within(name), tree, above.isIgnored || above.rules.ignores(name, true));
  };
  const withOwn = (rules: Rules, tree: Tree | undefined, isIgnored: boolean): Level => {
    const own = tree?.get(".gitignore");
    if (own?.kind !== "file") return { rules, tree, isIgnored };
    return { rules: rules.and(own.digest, () => trees.read(own.digest).toString()), tree, isIgnored };
  };
  return (path, isDirectory) => {
    const [directory, name] = parted(path);
    const { rules, isIgnored } = levelOf(directory);
    return isIgnored || (name !== ".gitignore" && rules.ignores(name, isDirectory));
  };
};
