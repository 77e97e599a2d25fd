/** The files that belong to a skill and stand in its directory. */
import { type Dirent, existsSync, readdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { Skill } from "../contract/skill.ts";
import { type FileText, fileText } from "./file-text.ts";
import { skillFile } from "./walk-place.ts";

/** What a model is told of, and what it may read at once. */
const maxTold = 50;
const maxDepth = 4;
const maxBytes = 256 * 1024;

/** Paths relative to the directory, sorted; neither hidden ones nor links. */
export const resourcesOf = ({ directory }: Pick<Skill, "directory">): readonly string[] => {
  if (directory === undefined) return [];
  const found: string[] = [];
  const look = (at: string, depth: number): void => {
    for (const entry of entriesIn(at)) {
      if (found.length >= maxTold) return;
      const path = join(at, entry.name);
      if (entry.isFile() && path !== join(directory, skillFile)) found.push(relative(directory, path));
      if (entry.isDirectory() && depth < maxDepth) look(path, depth + 1);
    }
  };
  look(directory, 1);
  return found;
};

/** Reads one. Links are followed, but never out of the directory, and nothing hidden is shown. */
export const resource = (directory: string, path: string): FileText => {
  const file = join(directory, path);
  if (!existsSync(file)) return { ok: false, why: "is not there" };
  const [top, real] = [realpathSync.native(directory), realpathSync.native(file)];
  const hidden = /(?:^|\/)\./u.test(relative(top, real));
  if (!real.startsWith(`${top}/`) || hidden) return { ok: false, why: "is no file of the skill" };
  return fileText(real, maxBytes);
};

const entriesIn = (directory: string): Dirent[] => {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith(".")).toSorted(byName);
  } catch {
    // Removed since it was loaded, or not this user's: the skill itself still says what it says.
    return [];
  }
};

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);
