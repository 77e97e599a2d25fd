/** What a model reads of a skill that is used: what it says, filled in, and what holds meanwhile. */
import type { Skill, SkillUse } from "../contract/skill.ts";
import { fill } from "./fill.ts";

/** `resources` are paths in the skill's directory. */
export const told = (skill: Skill, given: string, resources: readonly string[] = []): string => {
  const { name, directory, text, allowedTools } = skill;
  const place = directory === undefined ? "" : ` directory=${JSON.stringify(directory)}`;
  const notes = [
    ...(resources.length === 0
      ? []
      : [`Its files, which the tool skill reads when you give it one as file: ${resources.join(", ")}`]),
    ...(allowedTools === undefined ? [] : [limitOf(allowedTools)]),
  ];
  return [`<skill name="${name}"${place}>`, fill(text, given), "</skill>", ...notes].join("\n");
};

const limitOf = (allowedTools: readonly string[]): string =>
  `Until this run ends, only these calls may run beside skill and update_plan: ${allowedTools.join(", ") || "none"}.`;

/** The part of a skill that the log keeps. */
export const useOf = ({ name, source, file, digest, allowedTools }: Skill): SkillUse => ({
  name,
  source,
  ...(file !== undefined && { file }),
  digest,
  ...(allowedTools !== undefined && { allowedTools: [...allowedTools] }),
});
