/** Lists what a directory holds, the nearest first, without what git ignores. */
import type { Dirent } from "node:fs";
import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { timeSlices } from "./time-slices.ts";

/** So many files and directories are listed. */
const maxFiles = 200_000;

/** Directories that are read at once. */
const together = 16;

/** What nobody picks files from. */
const leftOut: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj", "node_modules"]);

/** A name that would be obeyed by a terminal, or not seen on it, is not offered. */
export const unseemly = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u;

/** The rules of one `.gitignore`, for what lies in `base`, an absolute path with a slash at its end. */
interface Rules {
  readonly base: string;
  readonly rules: Ignore;
}

interface Directory {
  /** From the root, with a slash at its end; empty for the root. */
  readonly path: string;
  readonly rules: readonly Rules[];
}

/** `found` is given paths from the root, directories with a slash at their end. Directories that cannot be read are empty. */
export const walkFiles = async (root: string, found: (path: string) => void): Promise<void> => {
  const slices = timeSlices();
  const base = join(root, "/");
  const waiting: Directory[] = [{ path: "", rules: await rulesAbove(root) }];
  let count = 0;
  for (let at = 0; at < waiting.length && count < maxFiles;) {
    const batch = waiting.slice(at, at + together);
    at += batch.length;
    for (const { path: directory, entries, rules } of await Promise.all(batch.map(read(root))))
      for (const entry of entries) {
        if (slices.over()) await slices.next();
        const path = directory + entry.name + (entry.isDirectory() ? "/" : "");
        if (leftOut.has(entry.name) || unseemly.test(entry.name) || isIgnored(base + path, rules)) continue;
        found(path);
        count += 1;
        if (entry.isDirectory()) waiting.push({ path, rules });
      }
  }
};

const read =
  (root: string) =>
  async ({ path, rules }: Directory): Promise<Directory & { readonly entries: readonly Dirent[] }> => {
    const directory = join(root, path);
    const entries = await readdir(directory, { withFileTypes: true }).catch((): Dirent[] => []);
    const own = entries.some(({ name }) => name === ".gitignore") ? await rulesIn(directory) : [];
    return {
      path,
      rules: [...rules, ...own],
      entries: entries.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    };
  };

/** Within a repository, the rules of the directories above count too. */
const rulesAbove = async (root: string): Promise<readonly Rules[]> => {
  const above: Rules[][] = [];
  for (let directory = root; ; directory = dirname(directory)) {
    if (directory !== root) above.push(await rulesIn(directory));
    if (await exists(join(directory, ".git"))) return above.toReversed().flat();
    if (directory === dirname(directory)) return [];
  }
};

const rulesIn = async (directory: string): Promise<Rules[]> => {
  const text = await readFile(join(directory, ".gitignore"), "utf8").catch(() => "");
  return text === "" ? [] : [{ base: join(directory, "/"), rules: ignore().add(text) }];
};

/** The rules that lie deepest decide. */
const isIgnored = (path: string, rules: readonly Rules[]): boolean => {
  for (const { base, rules: own } of rules.toReversed()) {
    const { ignored, unignored } = own.test(path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
