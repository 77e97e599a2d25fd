/** The files that belong to a skill and stand in its directory. */
import type { Dirent } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Skill } from "../contract/skill.ts";
import { type FileText, fileText } from "./file-text.ts";
import { skillFile } from "./walk-place.ts";

/** What a model is told of, and what it may read at once. */
const maxTold = 50;
const maxDepth = 4;
const maxBytes = 256 * 1024;

/** Paths relative to the directory, sorted; neither hidden ones nor links. */
export const resourcesOf = async ({ directory }: Pick<Skill, "directory">): Promise<readonly string[]> => {
  if (directory === undefined) return [];
  const found: string[] = [];
  const look = async (at: string, depth: number): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries.filter(({ name }) => !name.startsWith(".")).toSorted(byName)) {
      if (found.length >= maxTold) return;
      const path = join(at, entry.name);
      if (entry.isFile() && path !== join(directory, skillFile)) found.push(relative(directory, path));
      if (entry.isDirectory() && depth < maxDepth) await look(path, depth + 1);
    }
  };
  await look(directory, 1);
  return found;
};

/** Reads one. Links are followed, but never out of the directory, and nothing hidden is shown. */
export const resource = async (directory: string, path: string): Promise<FileText> => {
  const [top, real] = await Promise.all(
    [directory, join(directory, path)].map((each) => realpath(each).catch(() => undefined)),
  );
  if (top === undefined || real === undefined) return { ok: false, why: "is not there" };
  const inside = relative(top, real);
  if (!real.startsWith(`${top}/`) || /(?:^|\/)\./u.test(inside)) return { ok: false, why: "is no file of the skill" };
  return fileText(real, maxBytes);
};

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);
