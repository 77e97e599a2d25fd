/** Whether a skill in force lets an aspect of a call run: only what its `allowed-tools` name, and it never frees anything. */
import type { RuleEntry } from "../contract/terms.ts";
import type { SkillLimit } from "../folds/skills.ts";
import type { Aspect, Case } from "./aspect.ts";
import { covering, readRule } from "./rule.ts";

/** These bring no work about, and are how a model gets on with a skill. */
const always = new Set(["skill", "update_plan"]);

/** The first skill that does not let it run. */
export const limiting = (aspect: Aspect, call: Case): SkillLimit | undefined =>
  always.has(call.tool) ? undefined : call.skills.find((limit) => !lets(limit, aspect, call));

const lets = ({ allowedTools }: SkillLimit, aspect: Aspect, call: Case): boolean => {
  const rules = allowedTools.map((rule): RuleEntry => ({ source: "session", decision: "allow", rule }));
  const unclear = aspect.kind === "command" && aspect.command.unclear !== undefined;
  // A beginning of words says little of a command that is not understood: all of a tool does, or the very line.
  const usable = unclear ? rules.filter(({ rule }) => isWhole(rule)) : rules;
  return covering("allow", aspect, { ...call, rules: usable }) !== undefined;
};

const isWhole = (text: string): boolean => {
  const read = readRule(text);
  return read.ok && (read.rule.pattern === undefined || read.rule.pattern.startsWith('"'));
};
