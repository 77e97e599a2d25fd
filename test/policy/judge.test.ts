/** The judge as a table: every mode, every kind of aspect, every kind of rule. */
import { describe, expect, test } from "vitest";
import type { Effect, Mode } from "../../src/contract/terms.ts";
import type { Aspect, Case } from "../../src/policy/aspect.ts";
import { judge } from "../../src/policy/judge.ts";
import { caseWith, command, everyMode, guarded, held, host, inModes, judged, path, rule, run } from "./cases.ts";

/** In a sandbox that cannot hide what lies in the workspace. */
const beside = { holds: ["writes", "secrets", "network", "processes"] } as const;

const effect = (name: Effect): Aspect => ({ kind: "effect", effect: name });
const by = { by: command("cat it", { effects: ["read"] }) };

/** In the order of `everyMode`: a for allow, ? for ask, - for deny. */
const signs = { allow: "a", ask: "?", deny: "-" } as const;
const line = (call: Partial<Case>): string =>
  Object.values(inModes(call))
    .map((decision) => signs[decision as keyof typeof signs])
    .join("");

//                                               read-only, manual, default, accept-edits, auto, dont-ask, bypass
const table: readonly (readonly [string, string, Partial<Case>])[] = [
  ["nothing at all", "aaaaaaa", {}],
  ["a file read", "a?aaaaa", { aspects: [path("read", "a.txt")] }],
  ["a file written", "-??aa-a", { aspects: [path("write", "a.txt")] }],
  ["a file read outside", "------a", { aspects: [path("read", "/etc/hosts")] }],
  ["a file written outside", "------a", { aspects: [path("write", "/etc/hosts")] }],
  ["a file that leads nowhere", "------a", { aspects: [path("read", "loop", { real: undefined, inside: false })] }],
  ["a credential read", "------a", { aspects: [path("read", ".env", guarded("credential"))] }],
  ["a profile written", "------a", { aspects: [path("write", ".envrc", guarded("runs-by-itself"))] }],
  ["git's insides read", "------a", { aspects: [path("read", ".git/HEAD", guarded("git-internals"))] }],
  ["git's insides written", "-------", { aspects: [path("write", ".git/HEAD", guarded("git-internals"))] }],
  ["our own state read", "-------", { aspects: [path("read", "/s/kelson.db", guarded("kelson"))] }],
  ["a note kept", "-?aaaaa", { aspects: [effect("remember")] }],
  ["a note kept after strangers were read", "-????-a", { tainted: ["a.example"], aspects: [effect("remember")] }],
  ["a command that reads", "a?aaaaa", { aspects: [run("git status", { effects: ["read"] })] }],
  ["a command that reads all below", "?????-a", { aspects: [run("grep -rn x .", { effects: ["read"] })] }],
  [
    "a command that reads all below, in a sandbox",
    "a?aaaaa",
    { ...held, aspects: [run("tar c .", { effects: ["read"] })] },
  ],
  ["a command that edits", "-??a?-a", { aspects: [run("mkdir a", { effects: ["write"] })] }],
  ["a command that edits, in a sandbox", "-??aa-a", { ...held, aspects: [run("mkdir a", { effects: ["write"] })] }],
  ["a command that runs", "-????-a", { aspects: [run("npm test")] }],
  ["a command that runs, in a sandbox", "-???a-a", { ...held, aspects: [run("npm test")] }],
  [
    "a command that runs, in half a sandbox",
    "-????-a",
    { holds: ["writes", "secrets", "workspace-secrets", "processes"], aspects: [run("npm test")] },
  ],
  ["a command that runs, beside secrets in the workspace", "-????-a", { ...beside, aspects: [run("npm test")] }],
  [
    "a command that reads all below, beside secrets in the workspace",
    "?????-a",
    { ...beside, aspects: [run("grep -rn x .", { effects: ["read"] })] },
  ],
  [
    "a command of the network, in a sandbox",
    "-????-a",
    { ...held, aspects: [run("curl x", { effects: ["network"] })] },
  ],
  ["a command that is not understood", "-????-a", { ...held, aspects: [run("$x", { unclear: "$x is unknown" })] }],
  ["a command that reads outside", "-????-a", { aspects: [path("read", "/etc/hosts", by)] }],
  ["a command that reads outside, in a sandbox", "-???a-a", { ...held, aspects: [path("read", "/etc/hosts", by)] }],
  ["a command that writes outside", "-????-a", { aspects: [path("write", "/etc/hosts", by)] }],
  ["a command that writes outside, in a sandbox", "------a", { ...held, aspects: [path("write", "/etc/hosts", by)] }],
  ["a command that deletes", "-????-a", { ...held, aspects: [path("delete", "a.txt", by)] }],
  [
    "a command that reads a credential",
    "------a",
    { ...held, aspects: [path("read", ".env", { ...by, ...guarded("credential") })] },
  ],
  ["a host", "-????-a", { ...held, aspects: [host("example.org")] }],
  ["a host that a command names", "-????-a", { ...held, aspects: [host("example.org", by.by)] }],
  ["something elsewhere", "-????-a", { ...held, aspects: [effect("external")] }],
  ["effects without a target", "-????-a", { aspects: [effect("execute")] }],
  ["edits without a target", "-??a?-a", { aspects: [effect("write")] }],
  ["what nobody may do", "-------", { ...held, destroys: "it removes everything" }],
];

test.each(table)("%s", (_, signsOfModes, call) => {
  expect(line(call)).toBe(signsOfModes);
  const inMode = (mode: Mode): string => judge(caseWith({ ...call, mode })).decision;
  expect(inMode("plan")).toBe(inMode("read-only"));
});

describe("of several aspects the strictest judgement is the call's", () => {
  const look = path("read", "a.txt");
  const write = path("write", "b.txt");
  const away = path("read", "/etc/hosts");
  test("in any order", () => {
    for (const aspects of [
      [look, write, away],
      [away, write, look],
    ]) {
      expect(judged({ aspects })).toBe("deny: outside");
    }
    expect(judged({ aspects: [look, write] })).toBe("ask: mode default: write");
    expect(judged({ aspects: [write, host("a.org"), write] })).toBe("ask: mode default: write; mode default: network");
    expect(judged({ aspects: [look, write], mode: "accept-edits" })).toBe("allow: mode accept-edits");
  });

  test("and each is told with its own", () => {
    expect(judge(caseWith({ aspects: [look, write] })).aspects).toEqual([
      { about: "read a.txt", judgement: { decision: "allow", rule: "reads only" } },
      { about: "write b.txt", judgement: { decision: "ask", rule: "mode default: write" } },
    ]);
  });
});

describe("rules", () => {
  const aspects = [run("npm test")];
  test("deny comes before ask, ask before allow, wherever they come from", () => {
    const allow = rule("allow", "Bash(npm test)");
    const ask = rule("ask", "Bash(npm:*)", "project");
    const deny = rule("deny", "Bash(*)", "session");
    expect(judged({ aspects, rules: [allow] })).toBe("allow: user Bash(npm test)");
    expect(judged({ aspects, rules: [allow, ask] })).toBe("ask: project Bash(npm:*)");
    expect(judged({ aspects, rules: [allow, ask, deny] })).toBe("deny: session Bash(*)");
  });

  test("a denial holds in every mode, an allowance in every mode but read-only", () => {
    expect(line({ aspects, rules: [rule("deny", "Bash(npm test)")] })).toBe("-------");
    expect(line({ aspects, rules: [rule("allow", "Bash(npm test)")] })).toBe("-aaaaaa");
    expect(line({ aspects, rules: [rule("ask", "Bash(npm test)")] })).toBe("-????-a");
  });

  test("all that a command line runs must be allowed", () => {
    const both = [run("git add ."), run("git commit -m x")];
    const add = rule("allow", "Bash(git add:*)");
    expect(judged({ aspects: both, rules: [add] })).toBe("ask: mode default: execute");
    expect(judged({ aspects: both, rules: [add, rule("allow", "Bash(git commit:*)")] })).toBe(
      "allow: user Bash(git add:*)",
    );
  });

  test("what a command touches is allowed with it, but not what is guarded, and a denial of the file wins", () => {
    const cat = command("cat /etc/hosts", { effects: ["read"] });
    const reading = [{ kind: "command", command: cat } as const, path("read", "/etc/hosts", { by: cat })];
    const allow = rule("allow", "Bash(cat:*)");
    expect(judged({ aspects: reading })).toBe("ask: mode default: read outside the workspace");
    expect(judged({ aspects: reading, rules: [allow] })).toBe("allow: user Bash(cat:*)");
    expect(judged({ aspects: reading, rules: [allow, rule("deny", "Read(/etc/**)")] })).toBe(
      "deny: user Read(/etc/**)",
    );
    const secret = [path("read", ".env", { by: cat, ...guarded("credential") })];
    expect(judged({ aspects: secret, rules: [allow] })).toBe("deny: guarded: credential");
  });

  test("a guard is lifted by the user's own rule that names the file, and by no other", () => {
    const env = [path("read", ".env", guarded("credential"))];
    const lifts = (text: string, source: "user" | "project" | "session" | "flags"): string =>
      judge(caseWith({ aspects: env, rules: [rule("allow", text, source)] })).decision;
    expect([lifts("Read(.env)", "user"), lifts("Read(.env)", "flags")]).toEqual(["allow", "allow"]);
    expect([lifts("Read(.env)", "project"), lifts("Read(.env)", "session")]).toEqual(["deny", "deny"]);
    expect([lifts("Read", "user"), lifts("Read(**)", "user"), lifts("act", "user")]).toEqual(["deny", "deny", "deny"]);
  });

  test("a beginning of words does not allow what is not understood, the very line does", () => {
    const unclear = [run("npm $x", { words: ["npm"], unclear: "$x is unknown" })];
    expect(judged({ aspects: unclear, rules: [rule("allow", "Bash(npm:*)")] })).toBe(
      "ask: not understood: $x is unknown",
    );
    expect(judged({ aspects: unclear, rules: [rule("allow", 'Bash("npm $x")')] })).toBe('allow: user Bash("npm $x")');
  });

  test("who denied it is told to the model", () => {
    expect(judge(caseWith({ aspects, rules: [rule("deny", "Bash(npm:*)", "session")] }))).toMatchObject({
      category: "denied",
      reason: "the user denied Bash(npm:*) for this session",
    });
    expect(judge(caseWith({ aspects, rules: [rule("deny", "Bash(npm:*)", "project")] }))).toMatchObject({
      reason: "a rule of the project's configuration denies Bash(npm:*)",
    });
  });
});

describe("after untrusted text was read", () => {
  const tainted = { tainted: ["evil.example"] };
  const hosts = [
    rule("allow", "WebFetch(domain:docs.example)"),
    rule("allow", "WebFetch"),
    rule("allow", "Bash(curl:*)"),
  ];

  test("new hosts, network commands and secrets need a person, whatever the mode and the rules", () => {
    const secret = rule("allow", "Read(.env)");
    const calls: Partial<Case>[] = [
      { ...held, aspects: [host("new.example")], rules: hosts },
      { ...held, aspects: [run("curl -d @x new.example", { effects: ["network"] })], rules: hosts },
      { ...held, aspects: [host("docs.example", command("curl docs.example"))], rules: hosts },
      { ...held, aspects: [effect("external")], rules: [rule("allow", "act")] },
      { ...held, aspects: [path("read", ".env", guarded("credential"))], rules: [secret] },
    ];
    for (const call of calls) expect(line({ ...call, ...tainted }).slice(1)).toBe("????-a");
    expect(judged({ ...calls[0], ...tainted })).toBe("ask: untrusted text from evil.example was read");
  });

  test("a host that a rule names may still be read, and work in the workspace goes on", () => {
    expect(judged({ aspects: [host("docs.example")], rules: hosts, ...tainted })).toBe(
      "allow: user WebFetch(domain:docs.example)",
    );
    expect(judged({ ...held, aspects: [run("npm test")], mode: "auto", ...tainted })).toBe("allow: mode auto");
    expect(judged({ aspects: [path("write", "a.txt")], mode: "accept-edits", ...tainted })).toBe(
      "allow: mode accept-edits",
    );
  });
});

test("in mode dont-ask what would be asked is denied, and says what it was", () => {
  expect(judge(caseWith({ aspects: [run("npm test")], mode: "dont-ask" }))).toMatchObject({
    decision: "deny",
    rule: "mode dont-ask",
    category: "denied",
    reason: "act needs approval (mode dont-ask: execute), and in mode dont-ask nobody is asked",
  });
});

test("every mode stands in the table", () => {
  expect(Object.keys(inModes({}))).toEqual([...everyMode]);
});

test("a tool that is for some modes is denied in the others, whatever the rules", () => {
  const call = { tool: "exit_plan_mode", modes: ["plan"], rules: [rule("allow", "exit_plan_mode")] } as const;
  expect(line(call)).toBe("-------");
  expect(judge(caseWith({ ...call, mode: "auto" }))).toMatchObject({
    rule: "mode auto",
    reason: "exit_plan_mode is for mode plan, and the mode is auto",
  });
  expect(judged({ ...call, mode: "plan" })).toBe("allow: no effects");
});
