/** The skills in force that limit which calls may run: from their use until the run ends. */
import type { Fold } from "../contract/fold.ts";
import type { SkillUse } from "../contract/skill.ts";

/** A skill that names the calls it needs: no others may run. */
export type SkillLimit = Pick<SkillUse, "name"> & { readonly allowedTools: string[] };

export interface SkillsInForce {
  /** In order of their use, each once. */
  limits: (SkillUse & SkillLimit)[];
}

export const skills: Fold<SkillsInForce> = {
  name: "skills",
  version: 2,
  initial: () => ({ limits: [] }),
  on: {
    "skill.used": ({ limits }, { data }) => {
      const { by: _, call: __, session, ...use } = data;
      const { name, allowedTools } = use;
      if (allowedTools === undefined || session !== undefined) return;
      const same = JSON.stringify(allowedTools);
      const known = limits.some((limit) => limit.name === name && JSON.stringify(limit.allowedTools) === same);
      if (!known) limits.push({ ...use, allowedTools });
    },
    "run.ended": (state) => {
      state.limits = [];
    },
  },
};
