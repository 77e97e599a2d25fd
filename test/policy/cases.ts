/** Cases for the judge, in few words. */
import type { Mode, RuleEntry } from "../../src/contract/terms.ts";
import type { Aspect, Case, Command } from "../../src/policy/aspect.ts";
import { judge } from "../../src/policy/judge.ts";
import type { Protected } from "../../src/policy/protected-paths.ts";

export const everyMode = [
  "read-only",
  "manual",
  "default",
  "accept-edits",
  "auto",
  "dont-ask",
  "bypass",
] as const satisfies readonly Mode[];

type Path = Extract<Aspect, { kind: "path" }>;

export const path = (access: Path["access"], name: string, more: Partial<Path> = {}): Path => ({
  kind: "path",
  access,
  path: name,
  real: name.startsWith("/") ? name : `/home/ann/work/${name}`,
  inside: !name.startsWith("/"),
  ...more,
});

export const command = (line: string, more: Partial<Command> = {}): Command => ({
  line,
  words: line.split(" "),
  effects: ["execute"],
  ...more,
});

export const run = (line: string, more: Partial<Command> = {}): Aspect => ({
  kind: "command",
  command: command(line, more),
});

export const host = (name: string, by?: Command): Aspect => ({ kind: "host", host: name, by });

export const guarded = (kind: Protected["kind"]): { guarded: Protected } => ({
  guarded: { kind, why: `it is ${kind}` },
});

export const rule = (
  decision: RuleEntry["decision"],
  text: string,
  source: RuleEntry["source"] = "user",
): RuleEntry => ({ source, decision, rule: text });

export const held = { holds: ["writes", "secrets", "workspace-secrets", "network", "processes"] } as const;

export const caseWith = (call: Partial<Case>): Case => ({
  tool: "act",
  aspects: [],
  mode: "default",
  rules: [],
  holds: [],
  tainted: [],
  skills: [],
  root: "/home/ann/work",
  home: "/home/ann",
  ...call,
});

/** The verdict in short. */
export const judged = (call: Partial<Case>): string => {
  const { decision, rule: decided } = judge(caseWith(call));
  return `${decision}: ${decided}`;
};

/** What each mode decides. */
export const inModes = (call: Partial<Case>): Record<string, string> =>
  Object.fromEntries(everyMode.map((mode) => [mode, judge(caseWith({ ...call, mode })).decision]));
