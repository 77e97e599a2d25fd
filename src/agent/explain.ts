/** Judges a call that nobody made, for a person who wants to know why. The same study and the same judge as in a run. */
import type { Mode } from "../contract/terms.ts";
import type { Tool } from "../contract/tool.ts";
import type { World } from "../contract/world.ts";
import { policy } from "../folds/policy.ts";
import type { SkillLimit } from "../folds/skills.ts";
import { grantFor } from "../policy/grant.ts";
import { judge, type Verdict } from "../policy/judge.ts";
import { caseOf, type Grounds, study } from "./study.ts";

export interface Explanation {
  readonly verdict: Verdict;
  /** The rules that an answer for longer would add. */
  readonly grant: string;
}

/** In a session that has said and read nothing yet, but for the skills in force. */
export const explain = async (
  place: {
    readonly world: World;
    readonly grounds: Grounds;
    readonly mode: Mode;
    readonly skills?: readonly SkillLimit[];
  },
  tool: Tool,
  input: unknown,
): Promise<Explanation> => {
  const { sandbox, holds } = place.world.describe();
  const standing = {
    mode: place.mode,
    policy: { ...policy.initial(), rules: [...place.grounds.rules], sandbox, holds: [...holds] },
    tainted: [],
    skills: place.skills ?? [],
  };
  const judged = caseOf(place, tool, await study(place, tool, input), standing);
  return { verdict: judge(judged), grant: grantFor(judged) };
};
