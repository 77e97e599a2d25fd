/** What a sub-agent gets from its parent, as that one stands when it begins. */
import type { SkillUse } from "../../contract/skill.ts";
import type { Mode, RuleEntry } from "../../contract/terms.ts";
import { birth } from "../../folds/birth.ts";
import type { Child } from "../../folds/status/children.ts";
import { policy } from "../../folds/policy.ts";
import { skills } from "../../folds/skills.ts";
import { taint } from "../../folds/taint.ts";
import { answeredRules } from "../study.ts";
import type { Context } from "../context.ts";
import { placeOf } from "./isolation.ts";

export interface Inheritance {
  readonly cwd: string;
  readonly mode: Mode;
  readonly trace: string;
  /** What a person answered for longer. */
  readonly rules: readonly RuleEntry[];
  /** Skills that limit the parent limit it, too. */
  readonly skills: readonly SkillUse[];
  /** Where text came from that the parent has read and nobody vouches for. */
  readonly taint: readonly string[];
}

export const inheritanceOf = async (context: Context, child: Child): Promise<Inheritance> => {
  const { read, status } = context;
  const { rules, trace } = read(birth);
  return {
    cwd: await placeOf(context, child),
    mode: status().mode,
    trace,
    rules: [...rules, ...answeredRules(read(policy))],
    skills: read(skills).limits,
    taint: read(taint).sources,
  };
};
