/** The judge: whether a call may run, must be asked about, or may not, and which rule says so. */
import type { CallFailure } from "../contract/error.ts";
import type { Effect, Mode } from "../contract/terms.ts";
import type { ResolvedTarget } from "../contract/world.ts";
import { covering, subject } from "./rules.ts";

/** A call as the judge sees it, with all that it may consider. */
export interface Case {
  readonly name: string;
  readonly effects: readonly Effect[];
  readonly targets: readonly ResolvedTarget[];
  readonly mode: Mode;
  /** Rules from answers for the session. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

export type Judgement =
  | { readonly decision: "allow" | "ask"; readonly rule: string }
  | { readonly decision: "deny"; readonly rule: string; readonly category: CallFailure; readonly reason: string };

/** The first rule that answers wins: denials, then what a person decided, then the mode. Pure. */
export const judge = (call: Case): Judgement =>
  rules.map((rule) => rule(call)).find((found) => found !== undefined) ?? ask("default");

type Rule = (call: Case) => Judgement | undefined;

const harmless = new Set<Effect>(["read"]);

const rules: readonly Rule[] = [
  ({ mode, targets }) => {
    const outside = targets.find(({ kind, inside }) => kind === "path" && !inside);
    if (mode === "bypass" || outside === undefined) return undefined;
    return deny("outside", "blocked", `${subject(outside)} is outside the workspace`);
  },
  ({ mode, name, effects }) =>
    mode === "read-only" && !isHarmless(effects)
      ? deny("mode read-only", "blocked", `${name} changes things, and the mode is read-only`)
      : undefined,
  ({ deny: rulesOf, name, targets }) => {
    const rule = covering(rulesOf, name, targets);
    return rule === undefined
      ? undefined
      : deny(`session ${rule}`, "denied", `the user denied ${rule} for this session`);
  },
  ({ mode }) => (mode === "bypass" ? allow("mode bypass") : undefined),
  ({ effects }) => (effects.length === 0 ? allow("no effects") : undefined),
  ({ allow: rulesOf, name, targets }) => {
    const rule = covering(rulesOf, name, targets);
    return rule === undefined ? undefined : allow(`session ${rule}`);
  },
  ({ mode }) => (mode === "manual" ? ask("mode manual") : undefined),
  ({ effects }) => (isHarmless(effects) ? allow("reads only") : undefined),
  ({ mode, effects }) =>
    mode === "accept-edits" && effects.every((effect) => effect === "read" || effect === "write")
      ? allow("mode accept-edits")
      : undefined,
  ({ mode, name }) =>
    mode === "dont-ask"
      ? deny("mode dont-ask", "denied", `${name} needs approval, and the mode is dont-ask`)
      : undefined,
  ({ mode, effects }) => ask(`mode ${mode}: ${effects.filter((effect) => !harmless.has(effect)).join(", ")}`),
];

const isHarmless = (effects: readonly Effect[]): boolean => effects.every((effect) => harmless.has(effect));

const allow = (rule: string): Judgement => ({ decision: "allow", rule });
const ask = (rule: string): Judgement => ({ decision: "ask", rule });
const deny = (rule: string, category: CallFailure, reason: string): Judgement => ({
  decision: "deny",
  rule,
  category,
  reason,
});
