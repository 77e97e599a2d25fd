/** The judge as a table: every mode, every kind of effect, inside and outside, and what a person said before. */
import { describe, expect, test } from "vitest";
import type { Effect, Mode, Target } from "../../src/contract/terms.ts";
import type { ResolvedTarget } from "../../src/contract/world.ts";
import { type Case, judge } from "../../src/policy/judge.ts";
import { covering, ruleFor } from "../../src/policy/rules.ts";

const inside: ResolvedTarget = { kind: "path", path: "a.txt", access: "write", real: "/home/ann/a.txt", inside: true };
const outside: ResolvedTarget = {
  kind: "path",
  path: "/etc/passwd",
  access: "read",
  real: "/etc/passwd",
  inside: false,
};
const command: ResolvedTarget = { kind: "command", command: "npm test", inside: true };
const host: ResolvedTarget = { kind: "host", host: "example.com", inside: false };

const judged = (call: Partial<Case>): string => {
  const verdict = judge({ name: "act", effects: [], targets: [], mode: "default", allow: [], deny: [], ...call });
  return `${verdict.decision}: ${verdict.rule}`;
};

/** What each mode makes of each kind of effect, inside the workspace, when nothing was said before. */
const modes: Record<
  Mode,
  Record<"none" | "read" | "write" | "execute" | "network" | "external" | "read and write", string>
> = {
  "read-only": {
    none: "allow: no effects",
    read: "allow: reads only",
    write: "deny: mode read-only",
    execute: "deny: mode read-only",
    network: "deny: mode read-only",
    external: "deny: mode read-only",
    "read and write": "deny: mode read-only",
  },
  manual: {
    none: "allow: no effects",
    read: "ask: mode manual",
    write: "ask: mode manual",
    execute: "ask: mode manual",
    network: "ask: mode manual",
    external: "ask: mode manual",
    "read and write": "ask: mode manual",
  },
  default: {
    none: "allow: no effects",
    read: "allow: reads only",
    write: "ask: mode default: write",
    execute: "ask: mode default: execute",
    network: "ask: mode default: network",
    external: "ask: mode default: external",
    "read and write": "ask: mode default: write",
  },
  "accept-edits": {
    none: "allow: no effects",
    read: "allow: reads only",
    write: "allow: mode accept-edits",
    execute: "ask: mode accept-edits: execute",
    network: "ask: mode accept-edits: network",
    external: "ask: mode accept-edits: external",
    "read and write": "allow: mode accept-edits",
  },
  auto: {
    none: "allow: no effects",
    read: "allow: reads only",
    write: "ask: mode auto: write",
    execute: "ask: mode auto: execute",
    network: "ask: mode auto: network",
    external: "ask: mode auto: external",
    "read and write": "ask: mode auto: write",
  },
  "dont-ask": {
    none: "allow: no effects",
    read: "allow: reads only",
    write: "deny: mode dont-ask",
    execute: "deny: mode dont-ask",
    network: "deny: mode dont-ask",
    external: "deny: mode dont-ask",
    "read and write": "deny: mode dont-ask",
  },
  bypass: {
    none: "allow: mode bypass",
    read: "allow: mode bypass",
    write: "allow: mode bypass",
    execute: "allow: mode bypass",
    network: "allow: mode bypass",
    external: "allow: mode bypass",
    "read and write": "allow: mode bypass",
  },
};

const effectsOf = (name: string): Effect[] => (name === "none" ? [] : (name.split(" and ") as Effect[]));
const everyMode = Object.keys(modes) as Mode[];

describe.each(Object.entries(modes))("mode %s", (mode, rows) => {
  test.each(Object.entries(rows))("%s", (effects, verdict) => {
    expect(judged({ mode: mode as Mode, effects: effectsOf(effects), targets: [inside] })).toBe(verdict);
  });
});

test("outside the workspace nothing is touched but in bypass, whatever a person said", () => {
  for (const effects of ["none", "read", "write"].map(effectsOf)) {
    const call = { name: "act", effects, targets: [inside, outside], allow: ["act(*)"] };
    const verdicts = everyMode.map((mode) => judged({ ...call, mode }));
    expect(verdicts).toEqual([...Array.from({ length: 4 }, () => "deny: outside"), "allow: mode bypass"]);
  }
  expect(judge({ name: "act", effects: ["read"], targets: [outside], mode: "default", allow: [], deny: [] })).toEqual({
    decision: "deny",
    rule: "outside",
    category: "blocked",
    reason: "/etc/passwd is outside the workspace",
  });
});

test("a command or a host is not outside the workspace", () => {
  expect(judged({ effects: ["execute"], targets: [command] })).toBe("ask: mode default: execute");
  expect(judged({ effects: ["network"], targets: [host] })).toBe("ask: mode default: network");
});

test("what a person denied is denied in every mode, what was allowed in every mode but read-only", () => {
  const call = { effects: ["execute"], targets: [command] } as const;
  const rule = "act(npm test)";
  expect(everyMode.map((mode) => judged({ ...call, mode, deny: [rule], allow: [rule] }))).toEqual([
    "deny: mode read-only",
    ...Array.from({ length: 4 }, () => "deny: session act(npm test)"),
  ]);
  expect(everyMode.map((mode) => judged({ ...call, mode, allow: [rule] }))).toEqual([
    "deny: mode read-only",
    ...Array.from({ length: 3 }, () => "allow: session act(npm test)"),
    "allow: mode bypass",
  ]);
  expect(judge({ name: "act", ...call, mode: "bypass", deny: [rule], allow: [] })).toEqual({
    decision: "deny",
    rule: "session act(npm test)",
    category: "denied",
    reason: "the user denied act(npm test) for this session",
  });
});

const shell = (command: string, cwd?: string): Target => ({ kind: "command", command, cwd });
const file = (path: string): Target => ({ kind: "path", path, access: "write" });
const covers = (granted: readonly Target[], asked: readonly Target[]): boolean =>
  covering([ruleFor("act", granted)], "act", asked) !== undefined;

describe("a grant", () => {
  test("is named by what the call is about", () => {
    expect(ruleFor("bash", [shell("npm test")])).toBe("bash(npm test)");
    expect(ruleFor("bash", [shell("npm test", "lib")])).toBe("bash(cd lib && npm test)");
    expect(ruleFor("copy", [file("a"), file("b")])).toBe("copy(a, b)");
    expect(ruleFor("fetch", [{ kind: "host", host: "example.com" }])).toBe("fetch(example.com)");
    expect(ruleFor("plan", [])).toBe("plan(*)");
  });

  test("covers the very same, and nothing else", () => {
    expect(covers([shell("ls")], [shell("ls")])).toBe(true);
    expect(covers([shell("ls")], [shell("ls -a")])).toBe(false);
    expect(covers([shell("ls")], [shell("ls", "lib")])).toBe(false);
    expect(covers([file("a")], [file("a"), file("b")])).toBe(false);
    expect(covers([file("a"), file("b")], [file("a")])).toBe(false);
    expect(covering([ruleFor("act", [shell("ls")])], "other", [shell("ls")])).toBeUndefined();
  });

  test("is not widened by names that look like a rule", () => {
    expect(covers([shell("*")], [shell("rm -rf .")])).toBe(false);
    expect(covers([file("*")], [file("a")])).toBe(false);
    expect(covers([file("a, b")], [file("a"), file("b")])).toBe(false);
    expect(covers([file('"a, b"')], [file("a, b")])).toBe(false);
    expect(covers([shell("ls", "a && rm -rf .")], [shell("cd a && rm -rf . && ls")])).toBe(false);
    expect(covers([shell("*")], [shell("*")])).toBe(true);
  });

  test("for all of a tool covers every call of it", () => {
    expect(covering(["act(*)"], "act", [shell("ls")])).toBe("act(*)");
  });
});
