/** What in a workspace makes others run things: a repository's hooks and configuration, Kelson's own settings, what runs by itself. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { entriesIn } from "./entries-in.ts";
import { entryAt } from "./entry-at.ts";
import { runsByItself } from "./runs-by-itself.ts";

/** Real paths. */
export interface GuardedPlaces {
  /** Directories that commands write to, though they hold such places; git's wherever they lie. No other can be put in their place. */
  readonly writable: readonly string[];
  /** What is there and stays as it is. */
  readonly frozen: readonly string[];
  /** What is not there and must not be made. */
  readonly absent: readonly string[];
}

/**
 * Found by reading; only a missing hooks directory is made, because what is not there cannot be held fast.
 *
 * A repository may lie above the root, and a `.git` file may lead elsewhere (worktrees, submodules). That is followed only
 * when the other end says that it belongs here, or else a downloaded file could open any repository to writing.
 */
export const guardedPlaces = (roots: readonly string[]): GuardedPlaces => {
  const all = [...roots.map(ofRoot), ...roots.map(runsByItself), ...roots.flatMap(ofRepository)];
  const together = (key: keyof GuardedPlaces): string[] => [...new Set(all.flatMap((places) => places[key] ?? []))];
  return { writable: together("writable"), frozen: together("frozen"), absent: together("absent") };
};

/** Gives what was made all the same another name, under which nobody looks for it. */
export const takeAway = (absent: readonly string[]): void => {
  const entries = entriesIn();
  for (const place of absent) {
    if (!entries(dirname(place)).has(basename(place))) continue;
    let number = 1;
    while (existsSync(`${place}.from-sandbox-${String(number)}`)) number += 1;
    renameSync(place, `${place}.from-sandbox-${String(number)}`);
  }
};

const ofRoot = (root: string): Partial<GuardedPlaces> => {
  const settings = join(root, ".kelson");
  return existsSync(settings) ? { frozen: [settings] } : { absent: [settings] };
};

const ofRepository = (root: string): Partial<GuardedPlaces>[] => {
  const entry = gitEntry(root);
  if (entry === undefined) return [];
  const kind = entryAt(entry);
  if (kind === undefined) return [];
  if (kind.isDirectory()) return [gitDirectory(entry)];
  const linked = kind.isFile() ? linkedDirectory(entry) : undefined;
  return [{ frozen: kind.isFile() ? [entry] : [] }, ...(linked ?? [])];
};

/** `.git` of the root, or of the nearest directory above. */
const gitEntry = (directory: string): string | undefined => {
  const entry = join(directory, ".git");
  if (entryAt(entry) !== undefined) return entry;
  return dirname(directory) === directory ? undefined : gitEntry(dirname(directory));
};

/** Bound onto itself, so that nobody can put another in its place. One whose hooks are a link is not written to at all. */
const gitDirectory = (directory: string): Partial<GuardedPlaces> => {
  if (!existsSync(join(directory, "HEAD"))) return { frozen: [directory] };
  const hooks = join(directory, "hooks");
  const kept = ["config", "config.worktree", "hooks", "commondir", "gitdir"].map((name) => join(directory, name));
  if (kept.some((place) => entryAt(place)?.isSymbolicLink())) return { frozen: [directory] };
  if (!existsSync(join(directory, "commondir"))) makeDirectory(hooks);
  const within = [...nested(join(directory, "modules")), ...nested(join(directory, "worktrees"))].map(gitDirectory);
  return {
    writable: [directory],
    frozen: [...kept.filter(existsSync), ...within.flatMap(({ frozen = [] }) => frozen)],
    absent: [...kept.filter((place) => !existsSync(place)), ...within.flatMap(({ absent = [] }) => absent)],
  };
};

const makeDirectory = (directory: string): void => {
  try {
    mkdirSync(directory, { recursive: true });
  } catch {
    // A repository that this user cannot write to is safe from its commands, too.
  }
};

/** The git directories of submodules, whose names may hold slashes, and of worktrees. */
const nested = (directory: string): string[] => {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(directory, name))
    .flatMap((path) => (existsSync(join(path, "HEAD")) ? [path] : nested(path)));
};

/** Where a `.git` file leads, when that says the same. */
const linkedDirectory = (entry: string): Partial<GuardedPlaces>[] | undefined => {
  const target = /^gitdir: (.+)$/mu.exec(textOf(entry))?.[1];
  const directory = target === undefined ? undefined : realOf(resolve(dirname(entry), target));
  if (directory === undefined) return undefined;
  if (realOf(textOf(join(directory, "gitdir")).trim()) === entry) {
    const common = realOf(resolve(directory, textOf(join(directory, "commondir")).trim()));
    if (common === undefined || basename(dirname(directory)) !== "worktrees") return undefined;
    return dirname(dirname(directory)) === common ? [gitDirectory(common), gitDirectory(directory)] : undefined;
  }
  const worktree = /^\s*worktree\s*=\s*(.+)$/mu.exec(textOf(join(directory, "config")))?.[1];
  const back = worktree === undefined ? undefined : realOf(resolve(directory, worktree));
  return back === dirname(entry) ? [gitDirectory(directory)] : undefined;
};

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

const realOf = (path: string): string | undefined => {
  try {
    return path === "" ? undefined : realpathSync(path);
  } catch {
    return undefined;
  }
};
