/** Loads the skills of all places: the nearest of a name wins, and a file that is wrong never hides the others. */
import type { ContentPlace } from "../contract/content.ts";
import type { Skill, SkillFault, Skills } from "../contract/skill.ts";
import { builtInSkills } from "./built-in.ts";
import { fileText } from "./file-text.ts";
import { readSkill } from "./read-skill.ts";
import { type Candidate, faultOf, walkPlace } from "./walk-place.ts";

/** A longer one is no skill: what a model reads at once has to fit its window. */
const maxBytes = 128 * 1024;

/** In the order of the places, then those that are built in. What is there twice under one path counts once. */
export const loadSkills = async (places: readonly Pick<ContentPlace, "directory" | "source">[]): Promise<Skills> => {
  const taken = new Map<string, Skill>();
  const shadowed: { skill: Skill; by: Skill }[] = [];
  const faults: SkillFault[] = [];
  const add = (skill: Skill): void => {
    const by = taken.get(skill.name);
    if (by === undefined) taken.set(skill.name, skill);
    else shadowed.push({ skill, by });
  };
  for (const { directory, source } of places) {
    const found = walkPlace(directory);
    faults.push(...found.faults);
    for (const candidate of found.candidates) {
      const { skill, fault } = await loadSkill(candidate, source);
      if (fault !== undefined) faults.push(fault);
      if (skill !== undefined) add(skill);
    }
  }
  for (const skill of builtInSkills) add(skill);
  const list = [...taken.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { list, shadowed, faults };
};

interface Loaded {
  readonly skill?: Skill | undefined;
  readonly fault?: SkillFault | undefined;
}

/** One file, and in one sentence all that is wrong with it. */
export const loadSkill = async (candidate: Candidate, source: Skill["source"]): Promise<Loaded> => {
  const { file } = candidate;
  const read = fileText(file, maxBytes);
  if (!read.ok) return { fault: faultOf(file, read.why) };
  const { skill, problems } = await readSkill(candidate, source, read.text);
  const all = [...(read.note === undefined ? [] : [read.note]), ...problems].join("; ");
  if (skill === undefined) return { fault: faultOf(file, all) };
  return {
    skill,
    fault: all === "" ? undefined : { file, sentence: `${file} ${all}; it counts all the same`, counts: true },
  };
};
