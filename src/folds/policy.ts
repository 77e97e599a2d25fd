/** What calls are judged by: the rules and the sandbox of the present run, and what a person answered for longer. */
import type { Fold } from "../contract/fold.ts";
import type { Hold, RuleEntry } from "../contract/terms.ts";

export interface Policy {
  rules: RuleEntry[];
  sandbox: string;
  holds: Hold[];
  /** From answers, each a list of rules in one text. */
  answers: { decision: "allow" | "deny"; rules: string }[];
}

export const policy: Fold<Policy> = {
  name: "policy",
  version: 1,
  initial: () => ({ rules: [], sandbox: "none", holds: [], answers: [] }),
  on: {
    "policy.loaded": (state, { data }) => {
      state.rules = data.rules ?? [];
      state.sandbox = data.sandbox ?? "none";
      state.holds = data.holds ?? [];
    },
    "call.answered": (state, { data }) => {
      if (data.scope === "once" || data.grant === undefined) return;
      state.answers.push({ decision: data.decision === "yes" ? "allow" : "deny", rules: data.grant });
    },
  },
};
