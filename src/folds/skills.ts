/** The skills in force that limit which calls may run: from their use until the run ends. */
import type { Fold } from "../contract/fold.ts";

/** A skill that names the calls it needs: no others may run. */
export interface SkillLimit {
  name: string;
  allowedTools: string[];
}

export interface SkillsInForce {
  /** In order of their use, each once. */
  limits: SkillLimit[];
}

export const skills: Fold<SkillsInForce> = {
  name: "skills",
  version: 1,
  initial: () => ({ limits: [] }),
  on: {
    "skill.used": ({ limits }, { data: { name, allowedTools, session } }) => {
      if (allowedTools === undefined || session !== undefined) return;
      const same = JSON.stringify(allowedTools);
      const known = limits.some((limit) => limit.name === name && JSON.stringify(limit.allowedTools) === same);
      if (!known) limits.push({ name, allowedTools });
    },
    "run.ended": (state) => {
      state.limits = [];
    },
  },
};
