/** Skills that say which calls they need: no others run while they are in force, and they free nothing. */
import { expect, test } from "vitest";
import type { Case } from "../../src/policy/aspect.ts";
import { judge } from "../../src/policy/judge.ts";
import { caseWith, command, everyMode, host, judged, path, rule, run } from "./cases.ts";

const limits = (...lists: (readonly string[])[]): Pick<Case, "skills"> => ({
  skills: lists.map((allowedTools, index) => ({ name: `s${index}`, allowedTools: [...allowedTools] })),
});
const by = (line: string) => ({ by: command(line) });

test.each<[string, readonly string[], Partial<Case>, boolean]>([
  ["a read", ["Read"], { tool: "read_file", aspects: [path("read", "a")] }, true],
  ["another tool's read", ["Read"], { tool: "grep", aspects: [path("read", "a")] }, true],
  ["a write", ["Read"], { tool: "write_file", aspects: [path("write", "a")] }, false],
  ["a write by the house's name", ["write_file"], { tool: "write_file", aspects: [path("write", "a")] }, true],
  ["a write where a pattern fits", ["Edit(src/**)"], { aspects: [path("write", "src/a")] }, true],
  ["a write where none fits", ["Edit(src/**)"], { aspects: [path("write", "a")] }, false],
  ["a command", ["Bash(git:*)"], { tool: "bash", aspects: [run("git status")] }, true],
  ["what it touches", ["Bash(git:*)"], { aspects: [run("git add"), path("write", "a", by("git add"))] }, true],
  ["a second command", ["Bash(git:*)"], { aspects: [run("git status"), run("curl x")] }, false],
  ["another command", ["Bash(git:*)"], { aspects: [run("gitk")] }, false],
  ["one that is not understood", ["Bash(git:*)"], { aspects: [run("git $x", { unclear: "$x" })] }, false],
  ["any command", ["Bash"], { aspects: [run("git $x", { unclear: "$x" })] }, true],
  ["a command where only reads are", ["Read"], { aspects: [run("cat a", { effects: ["read"] })] }, false],
  ["a host", ["WebFetch(domain:a.org)"], { tool: "web_fetch", aspects: [host("a.org")] }, true],
  ["another host", ["WebFetch(domain:a.org)"], { tool: "web_fetch", aspects: [host("b.org")] }, false],
  ["a tool without effects", ["Read"], { tool: "ask_user" }, false],
  ["the same by its name", ["AskUserQuestion"], { tool: "ask_user" }, true],
  [
    "a tool that says what it does to no one",
    ["mcp__a__*"],
    { tool: "mcp__a__b", aspects: [{ kind: "effect", effect: "external" }] },
    true,
  ],
  ["nothing, where nothing is named", [], { tool: "read_file", aspects: [path("read", "a")] }, false],
  ["a rule that is none", ["Bash("], { aspects: [run("ls")] }, false],
  ["the plan", [], { tool: "update_plan" }, true],
  ["a skill", [], { tool: "skill", aspects: [{ kind: "effect", effect: "read" }] }, true],
])("%s", (_, allowed, call, runs) => {
  for (const mode of everyMode) {
    const free = judge(caseWith({ ...call, mode }));
    const limited = judge(caseWith({ ...call, mode, ...limits(allowed) }));
    const expected = runs ? free : { ...limited, decision: "deny" };
    expect(limited).toEqual(expected);
  }
});

test("the skill's name is the rule, and the reason says what it allows", () => {
  const call = { tool: "bash", aspects: [run("npm test")], ...limits(["Read", "Bash(git:*)"]) };
  expect(judge(caseWith({ ...call, mode: "bypass" }))).toMatchObject({
    decision: "deny",
    rule: "skill s0",
    category: "denied",
    reason:
      "bash would run npm test, but the skill s0 is in force until this run ends, and it allows only Read, Bash(git:*)",
  });
  expect(judged({ tool: "ask_user", ...limits([]) })).toBe("deny: skill s0");
});

test("each skill in force must allow a call, and no rule or answer goes around one", () => {
  const both = limits(["Read", "Edit"], ["Read"]);
  expect(judged({ aspects: [path("read", "a")], ...both })).toBe("allow: reads only");
  expect(judged({ aspects: [path("write", "a")], ...both })).toBe("deny: skill s1");
  const rules = [rule("allow", "Edit(./a)"), rule("allow", "Edit", "session")];
  expect(judged({ aspects: [path("write", "a")], rules, ...both })).toBe("deny: skill s1");
});

test("it frees nothing", () => {
  const all = limits(["*", "Read", "Edit", "Bash", "Network"]);
  expect(judged({ aspects: [path("write", "a")], ...all })).toBe("ask: mode default: write");
  expect(judged({ aspects: [path("read", "/etc/hosts")], ...all })).toBe("deny: outside");
  expect(judged({ aspects: [run("npm test")], rules: [rule("deny", "Bash")], ...all })).toBe("deny: user Bash");
});
