/** Keeps the skills: lists those that count here, looks at all that stand here, writes new ones. */
import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { projectPlaces, userPlaces } from "../configuration/content-places.ts";
import { configurationFile } from "../configuration/files.ts";
import { KelsonError } from "../contract/error.ts";
import type { Here } from "../contract/options.ts";
import type { SkillKeeper, Skills } from "../contract/skill.ts";
import { loadSkill, loadSkills } from "../skills/load-skills.ts";
import { skillFile } from "../skills/walk-place.ts";
import { writeSkill } from "../skills/write-skill.ts";
import { skillPlaces, twice } from "./skill-places.ts";

export const skillKeeper = ({ configuration, cwd, env }: Here): SkillKeeper => {
  const counting = (): Promise<Skills> => loadSkills(skillPlaces(configuration.contentPlaces ?? []));
  const standing = async (): Promise<Skills> => {
    const [{ places }, own] = await Promise.all([projectPlaces(cwd), userPlaces(env)]);
    return loadSkills(skillPlaces([...places, ...own]));
  };
  return {
    list: counting,
    check: async (one) => {
      const { list, shadowed, faults } = await standing();
      const all = [...list, ...shadowed.map(({ skill }) => skill)].filter(({ file }) => file !== undefined);
      if (one === undefined) {
        const files = new Set([...all, ...faults].map(({ file }) => file)).size;
        return { files, faults: [...faults, ...twice({ shadowed })] };
      }
      const named = all.find(({ name }) => name === one);
      if (named === undefined) return checkFile(resolve(cwd, one));
      return { files: 1, faults: faults.filter(({ file }) => file === named.file) };
    },
    create: (name, { description, user = false }) =>
      writeSkill(
        user ? join(dirname(configurationFile(env)), "skills") : join(cwd, ".agents", "skills"),
        name,
        description,
      ),
  };
};

const checkFile = async (path: string): ReturnType<SkillKeeper["check"]> => {
  const about = await stat(path).catch(() => undefined);
  if (about === undefined)
    throw new KelsonError("not_found", `there is no skill ${JSON.stringify(basename(path))}, and no file ${path}`, {
      hint: "Those that are there: kelson skills list",
    });
  const file = about.isDirectory() ? join(path, skillFile) : path;
  const directory = basename(file) === skillFile ? dirname(file) : undefined;
  const { fault } = await loadSkill({ file, directory }, "user");
  return { files: 1, faults: fault === undefined ? [] : [fault] };
};
