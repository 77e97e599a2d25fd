/** Finds the files of skills in a place: `<name>/SKILL.md` at any depth, and Markdown files of its own. Nothing is read. */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
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

/** A walk while it goes on. `left` is how many more files it looks at. */
interface Walk {
  readonly top: string;
  readonly seen: Set<string>;
  readonly candidates: Candidate[];
  readonly faults: SkillFault[];
  left: number;
}

/** A directory by the path that people know it by, and where it really is. */
interface Place {
  readonly path: string;
  readonly real: string;
  readonly depth: number;
}

/** In order of their paths, those of one directory before those below it. */
export const walkPlace = (place: string): Found => {
  const top = existsSync(place) ? realpathSync.native(place) : place;
  const walk: Walk = { top, seen: new Set(), candidates: [], faults: [], left: maxEntries };
  look(walk, { path: top, real: top, depth: 0 });
  const { candidates, faults } = walk;
  const more = candidates.length - maxSkills;
  if (more > 0) faults.push(faultOf(top, `has ${more} skills more than ${maxSkills}`));
  return { candidates: candidates.slice(0, maxSkills), faults };
};

const look = (walk: Walk, place: Place): void => {
  const { path, real, depth } = place;
  if (walk.seen.has(real)) return;
  walk.seen.add(real);
  const fault = (file: string, why: string): void => void walk.faults.push(faultOf(file, why));
  if (depth > maxDepth) return fault(path, `lies deeper than ${maxDepth} directories below ${walk.top}`);
  const entries = entriesIn(path, fault);
  walk.left -= entries.length;
  if (walk.left < 0) return fault(path, `comes after ${maxEntries} files`);
  const own = entries.find(({ name }) => name === skillFile);
  if (own !== undefined && depth === 0) fault(join(path, skillFile), "must stand in a directory of its own");
  if (own !== undefined && depth > 0) take(walk, place, own, path);
  else for (const entry of entries.filter(isVisible).toSorted(byName)) enter(walk, place, entry);
};

const enter = (walk: Walk, place: Place, entry: Dirent): void => {
  const { name } = entry;
  const path = join(place.path, name);
  if (leadsToDirectory(path, entry)) {
    const real = realOf(walk, place, entry);
    if (real !== undefined) look(walk, { path, real, depth: place.depth + 1 });
  } else if (place.depth === 0 && name !== skillFile && isPlain(name)) take(walk, place, entry);
  else if (place.depth > 0 && name === "skill.md") walk.faults.push(faultOf(path, `must be called ${skillFile}`));
};

const take = (walk: Walk, place: Place, entry: Dirent, directory?: string): void => {
  if (realOf(walk, place, entry) !== undefined) walk.candidates.push({ file: join(place.path, entry.name), directory });
};

/** Undefined for a link that leads nowhere, or out of where the walk began. */
const realOf = ({ top, faults }: Walk, place: Place, entry: Dirent): string | undefined => {
  if (!entry.isSymbolicLink()) return join(place.real, entry.name);
  const path = join(place.path, entry.name);
  try {
    const real = realpathSync.native(path);
    if (real === top || real.startsWith(`${top}/`)) return real;
    faults.push(faultOf(path, `leads out of ${top}`));
  } catch (error) {
    faults.push(faultOf(path, whyNot(error as NodeJS.ErrnoException)));
  }
  return undefined;
};

const entriesIn = (path: string, fault: (file: string, why: string) => void): Dirent[] => {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    fault(path, whyNot(error as NodeJS.ErrnoException));
    return [];
  }
};

const leadsToDirectory = (path: string, entry: Dirent): boolean => {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
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
