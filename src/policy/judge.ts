/** The judge: whether a call may run, must be asked about, or may not, and which rule says so. */
import type { CallFailure } from "../contract/error.ts";
import type { Effect, Mode, RuleEntry } from "../contract/terms.ts";
import { aboutAspect, type Aspect, type Case } from "./aspect.ts";
import { readsBelow } from "./reads-below.ts";
import { covering, nameOf } from "./rule.ts";
import { limiting } from "./skill-limit.ts";

export type Judgement =
  | { readonly decision: "allow" | "ask"; readonly rule: string }
  | { readonly decision: "deny"; readonly rule: string; readonly category: CallFailure; readonly reason: string };

/** What was decided of a call, and how each aspect of it was judged. */
export type Verdict = Judgement & {
  readonly aspects: readonly { readonly about: string; readonly judgement: Judgement }[];
};

/** Each aspect is judged by itself, and the strictest judgement is the call's. Pure. */
export const judge = (call: Case): Verdict => {
  const aspects = call.aspects.map((aspect) => ({ about: aboutAspect(aspect), judgement: judgeAspect(aspect, call) }));
  if (call.destroys !== undefined) return { ...deny("never", "blocked", call.destroys), aspects };
  if (call.modes?.includes(call.mode) === false) return { ...otherMode(call, call.modes), aspects };
  const judgements = aspects.map(({ judgement }) => judgement);
  const denied = judgements.find(({ decision }) => decision === "deny");
  if (denied !== undefined) return { ...denied, aspects };
  const asked = judgements.filter(({ decision }) => decision === "ask");
  if (asked.length > 0) return { ...ask([...new Set(asked.map(({ rule }) => rule))].join("; ")), aspects };
  const limited = aspects.length === 0 ? limitedBySkill({ kind: "effect", effect: "read" }, call) : undefined;
  if (limited !== undefined) return { ...limited, aspects };
  return { ...allow(telling(judgements) ?? "no effects"), aspects };
};

const otherMode = ({ tool, mode }: Case, modes: readonly Mode[]): Judgement =>
  deny(`mode ${mode}`, "blocked", `${tool} is for mode ${modes.join(", ")}, and the mode is ${mode}`);

// Of what allows the parts, that which says most.
const telling = (judgements: readonly Judgement[]): string | undefined =>
  (judgements.find(({ rule }) => rule !== "reads only") ?? judgements[0])?.rule;

type Rule = (aspect: Aspect, call: Case) => Judgement | undefined;

const judgeAspect = (aspect: Aspect, call: Case): Judgement => {
  for (const rule of rules) {
    const found = rule(aspect, call);
    if (found !== undefined) return call.mode === "dont-ask" && found.decision === "ask" ? unasked(found, call) : found;
  }
  throw new Error("the last rule always answers");
};

/** What nothing lifts: not a mode, not a rule, not an answer. */
const never: Rule = (aspect) => {
  if (aspect.kind !== "path" || aspect.guarded === undefined) return undefined;
  const { kind, why } = aspect.guarded;
  const keeps = kind === "kelson" || (kind === "git-internals" && aspect.access !== "read");
  return keeps ? deny(`never: ${kind}`, "blocked", `${aspect.path} ${why}`) : undefined;
};

const ruledOut: Rule = (aspect, call) => {
  const entry = covering("deny", aspect, call);
  if (entry === undefined) return undefined;
  const who = entry.source === "session" ? "the user denied" : `a rule of the ${places[entry.source]} denies`;
  const until = entry.source === "session" ? " for this session" : "";
  return deny(nameOf(entry), "denied", `${who} ${entry.rule}${until}`);
};

// A command that reads elsewhere is a matter for the rules below; one that writes there fails in a sandbox anyway.
const outside: Rule = (aspect, { mode, holds }) => {
  if (aspect.kind !== "path" || aspect.inside || mode === "bypass") return undefined;
  if (aspect.by !== undefined && (aspect.access === "read" || !holds.includes("writes"))) return undefined;
  return deny("outside", "blocked", `${aspect.path} is outside the workspace`);
};

const guarded: Rule = (aspect, call) => {
  if (aspect.kind !== "path" || aspect.guarded === undefined || call.mode === "bypass") return undefined;
  const lifting = covering("allow", { ...aspect, by: undefined }, { ...call, rules: call.rules.filter(isPersons) });
  if (lifting !== undefined) return undefined;
  return deny(`guarded: ${aspect.guarded.kind}`, "blocked", `${aspect.path} ${aspect.guarded.why}`);
};

/** A rule that a person wrote down with something particular in it; a project or a quick answer lifts no guard. */
const isPersons = ({ source, rule }: RuleEntry): boolean =>
  (source === "user" || source === "flags") && rule.includes("(") && !/\(\W*\)$/u.test(rule);

const readOnly: Rule = (aspect, { mode, tool }) =>
  (mode === "read-only" || mode === "plan") && !isHarmless(aspect)
    ? deny(`mode ${mode}`, "blocked", `${tool} would ${aboutAspect(aspect)}, and the mode is ${mode}`)
    : undefined;

const limitedBySkill: Rule = (aspect, call) => {
  const limit = limiting(aspect, call);
  if (limit === undefined) return undefined;
  const would = call.aspects.length === 0 ? "may not run" : `would ${aboutAspect(aspect)}`;
  const only = limit.allowedTools.join(", ") || "no calls";
  const reason = `${call.tool} ${would}, but the skill ${limit.name} is in force until this run ends, and it allows only ${only}`;
  return deny(`skill ${limit.name}`, "denied", reason);
};

/** What the model has read from strangers may speak through it: what could carry a secret away, or their words into later sessions, needs a person. */
const tainted: Rule = (aspect, { mode, tainted: sources, ...call }) => {
  const [source] = sources;
  if (source === undefined || mode === "bypass") return undefined;
  const carries =
    (aspect.kind === "host" && (aspect.by !== undefined || !isKnownHost(aspect, call))) ||
    (aspect.kind === "effect" && (aspect.effect === "network" || aspect.effect === "external")) ||
    keepsNote(aspect) ||
    (aspect.kind === "command" && aspect.command.effects.includes("network")) ||
    (aspect.kind === "path" && aspect.guarded?.kind === "credential");
  return carries ? ask(`untrusted text from ${source} was read`) : undefined;
};

const isKnownHost = (aspect: Aspect, call: Pick<Case, "tool" | "rules" | "root" | "home">): boolean =>
  covering("allow", aspect, { ...call, rules: call.rules.filter(({ rule }) => /\([^*]*\)$/u.test(rule)) }) !==
  undefined;

const bypass: Rule = (_, { mode }) => (mode === "bypass" ? allow("mode bypass") : undefined);

const ruledAsk: Rule = (aspect, call) => {
  const entry = covering("ask", aspect, call);
  return entry === undefined ? undefined : ask(nameOf(entry));
};

const ruledAllow: Rule = (aspect, call) => {
  const entry = covering("allow", aspect, call);
  // A beginning of words says little of a command that is not understood: only the very line does.
  const whole = unclear(aspect) === undefined || entry?.rule.includes('("');
  return entry === undefined || !whole ? undefined : allow(nameOf(entry));
};

const manual: Rule = (_, { mode }) => (mode === "manual" ? ask("mode manual") : undefined);

const notUnderstood: Rule = (aspect) => {
  const why = unclear(aspect);
  return why === undefined ? undefined : ask(`not understood: ${why}`);
};

/** Where nothing hides secrets from commands, one that goes through a directory reads those in it, too. */
const readsAll: Rule = (aspect, { holds }) =>
  aspect.kind === "command" && !hidesSecrets(holds) && readsBelow(aspect.command.words)
    ? ask("reads all below a directory, secrets too")
    : undefined;

const reads: Rule = (aspect) => (isHarmless(aspect) ? allow("reads only") : undefined);

/** The user's own notes are theirs to keep, and the model's to offer. */
const notes: Rule = (aspect) => (keepsNote(aspect) ? allow("notes") : undefined);

const keepsNote = (aspect: Aspect): boolean => aspect.kind === "effect" && aspect.effect === "remember";

const acceptEdits: Rule = (aspect, { mode }) => {
  if (mode !== "accept-edits") return undefined;
  const edits =
    (aspect.kind === "path" && aspect.access === "write" && aspect.inside) ||
    (aspect.kind === "effect" && aspect.effect === "write") ||
    (aspect.kind === "command" && aspect.command.effects.every((effect) => effect === "read" || effect === "write"));
  return edits ? allow("mode accept-edits") : undefined;
};

/** What the sandbox holds and can be undone runs without asking. */
const auto: Rule = (aspect, { mode, holds }) => {
  if (mode !== "auto") return undefined;
  const held =
    hidesSecrets(holds) && (["writes", "network", "processes"] as const).every((hold) => holds.includes(hold));
  const runs =
    (aspect.kind === "path" && aspect.access === "write" && aspect.inside) ||
    (aspect.kind === "path" && aspect.access === "read" && aspect.by !== undefined && held) ||
    (aspect.kind === "command" && held && !aspect.command.effects.includes("network"));
  return runs ? allow("mode auto") : undefined;
};

const hidesSecrets = (holds: Case["holds"]): boolean =>
  holds.includes("secrets") && holds.includes("workspace-secrets");

const otherwise: Rule = (aspect, { mode }) => ask(`mode ${mode}: ${effectOf(aspect)}`);

const rules: readonly Rule[] = [
  never,
  ruledOut,
  outside,
  guarded,
  readOnly,
  limitedBySkill,
  tainted,
  bypass,
  ruledAsk,
  ruledAllow,
  manual,
  notUnderstood,
  readsAll,
  reads,
  notes,
  acceptEdits,
  auto,
  otherwise,
];

const isHarmless = (aspect: Aspect): boolean => {
  switch (aspect.kind) {
    case "path":
      return aspect.access === "read" && aspect.inside;
    case "command":
      return unclear(aspect) === undefined && aspect.command.effects.every((effect) => effect === "read");
    case "host":
      return false;
    case "effect":
      return aspect.effect === "read";
  }
};

const unclear = (aspect: Aspect): string | undefined =>
  aspect.kind === "command" ? aspect.command.unclear : undefined;

/** What an aspect that is asked about would do. */
const effectOf = (aspect: Aspect): string => {
  switch (aspect.kind) {
    case "path":
      return aspect.inside ? aspect.access : `${aspect.access} outside the workspace`;
    case "command":
      return doing(aspect.command.effects);
    case "host":
      return "network";
    case "effect":
      return aspect.effect;
  }
};

const doing = (effects: readonly Effect[]): string =>
  effects.filter((effect) => effect !== "read").join(", ") || "execute";

const unasked = ({ rule }: Judgement, { tool }: Case): Judgement =>
  deny("mode dont-ask", "denied", `${tool} needs approval (${rule}), and in mode dont-ask nobody is asked`);

const places = { user: "user's configuration", project: "project's configuration", flags: "command line", session: "" };

const allow = (rule: string): Judgement => ({ decision: "allow", rule });
const ask = (rule: string): Judgement => ({ decision: "ask", rule });
const deny = (rule: string, category: CallFailure, reason: string): Judgement => ({
  decision: "deny",
  rule,
  category,
  reason,
});
