/** The skills that everybody has. One of a person's own, or of a project, takes the place of that with its name. */
import { hash } from "node:crypto";
import type { Skill } from "../contract/skill.ts";
import { commit } from "./built-in/commit.ts";
import { review } from "./built-in/review.ts";
import type { BuiltIn } from "./built-in/built-in.ts";

const skill = ({ forks = false, ...written }: BuiltIn): Skill => ({
  ...written,
  source: "built-in",
  digest: hash("sha256", JSON.stringify(written)),
  forks,
  forModel: true,
  forUser: true,
});

export const builtInSkills: readonly Skill[] = [commit, review].map(skill);
