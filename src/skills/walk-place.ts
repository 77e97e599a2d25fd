/** Finds the files of skills in a place: `<name>/SKILL.md` at any depth, and Markdown files of its own. Nothing is read. */
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { SkillFault } from "../contract/skill.ts";
import { whyNot } from "./file-text.ts";

/** A file that says it is a skill. */
export interface Candidate {
  readonly file: string;
  /** Whose name the skill must have; absent for a single file. */
  readonly directory?: string | undefined;
}

export interface Found {
  readonly candidates: readonly Candidate[];
  readonly faults: readonly SkillFault[];
}

export const skillFile = "SKILL.md";

/** More than this nobody has, and no start should wait for. */
const maxDepth = 6;
const maxEntries = 10_000;
const maxSkills = 1_000;

/** In order of their paths, those of one directory before those below it. */
export const walkPlace = async (place: string): Promise<Found> => {
  const candidates: Candidate[] = [];
  const faults: SkillFault[] = [];
  const top = await realpath(place).catch(() => place);
  const seen = new Set([top]);
  let left = maxEntries;

  const fault = (file: string, why: string): void => void faults.push(faultOf(file, why));
  /** Where it leads, when that is below the place. */
  const inside = async (path: string): Promise<string | undefined> => {
    const real = await realpath(path).catch((error: NodeJS.ErrnoException) => fault(path, whyNot(error)));
    if (typeof real !== "string") return undefined;
    if (!real.startsWith(`${top}/`)) fault(path, `leads out of ${top}`);
    return real.startsWith(`${top}/`) ? real : undefined;
  };
  const take = async (file: string, directory?: string): Promise<void> => {
    if (await inside(file)) candidates.push({ file, directory });
  };
  const enter = async (path: string, depth: number): Promise<void> => {
    const real = await inside(path);
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    if (depth > maxDepth)
      fault(path, `lies deeper than ${maxDepth} directories below ${top}, so nothing in it is looked at`);
    else await look(path, depth);
  };
  const look = async (directory: string, depth: number): Promise<void> => {
    const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      fault(directory, whyNot(error));
      return [];
    });
    left -= entries.length;
    if (left < 0) return fault(directory, `comes after ${maxEntries} files, so nothing in it is looked at`);
    const own = entries.find(({ name }) => name === skillFile);
    if (own !== undefined && depth > 0) return take(join(directory, skillFile), directory);
    for (const entry of entries.filter(isVisible).toSorted(byName)) {
      const path = join(directory, entry.name);
      const kind = await kindOf(entry, path);
      if (kind === "directory") await enter(path, depth + 1);
      else if (depth === 0 && entry.name === skillFile) fault(path, "must stand in a directory of its own");
      else if (entry.name === "skill.md" && depth > 0) fault(path, `must be called ${skillFile}`);
      else if (depth === 0 && isPlain(entry.name)) await take(path);
    }
  };

  await look(top, 0);
  const more = candidates.length - maxSkills;
  if (more > 0) fault(top, `has ${more} skills more than ${maxSkills}, which do not count`);
  return { candidates: candidates.slice(0, maxSkills), faults };
};

/** A file that does not count, and why. */
export const faultOf = (file: string, why: string): SkillFault => ({
  file,
  sentence: `${file} ${why}, so it does not count`,
  counts: false,
});

const isVisible = ({ name }: Dirent): boolean => !name.startsWith(".") && name !== "node_modules";

// Such a file says what the directory is, as everywhere.
const isPlain = (name: string): boolean => name.endsWith(".md") && basename(name, ".md") !== "README";

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

const kindOf = async (entry: Dirent, path: string): Promise<"directory" | "other"> => {
  const about = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
  return about?.isDirectory() === true ? "directory" : "other";
};
