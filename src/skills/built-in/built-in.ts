/** What is written of a skill that everybody has; the standard's words for it are in docs/skills.md. */
import type { Skill } from "../../contract/skill.ts";

export type BuiltIn = Pick<Skill, "name" | "description" | "argumentHint" | "allowedTools" | "text"> & {
  readonly forks?: boolean;
};
