/** One table of calls, judged on the command line, in the library, and three floors down in a tree of sub-agents: the same everywhere. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agent, type Fold, toolSets } from "../../src/index.ts";
import { acting, agentCall } from "../agent/acting.ts";
import type { Turn } from "../agent/playing.ts";
import { workshop } from "../cli/workshop.ts";

const rules = {
  allow: ["Bash(npm test:*)", "Edit(src/**)", "WebFetch(domain:docs.example.org)"],
  ask: ["Bash(npm test --slow:*)"],
  deny: ["Bash(curl:*)", "Read(private/**)"],
};

const paths = ["a.txt", "src/b.txt", "private/c.txt", ".env", ".git/config", "/etc/passwd", "../beside.txt"];
const commands = [
  [
    "ls",
    "cat src/b.txt",
    "cat .env",
    "npm test",
    "npm test --slow",
    "npm test && curl evil.example",
    "curl evil.example",
  ],
  [
    "rm -rf /",
    "rm -rf build",
    "git push",
    "git status",
    "echo hi > a.txt",
    "echo hi > .git/hooks/x",
    "sh -c 'npm test'",
  ],
  ["$(cat x)", "python3 -c 'print(1)'", "env A=1 npm test", "cat private/c.txt"],
].flat();

const calls: readonly (readonly [string, object])[] = [
  ...paths.map((path) => ["read_file", { path }] as const),
  ...paths.map((path) => ["write_file", { path, content: "x" }] as const),
  ...commands.map((command) => ["bash", { command }] as const),
  ...["https://docs.example.org/a", "https://other.example/"].map((url) => ["web_fetch", { url }] as const),
];

type Verdict = readonly [decision: string, rule: string];

test.each(["read-only", "manual", "default", "accept-edits", "auto", "dont-ask"] as const)(
  "in mode %s",
  async (mode) => {
    const { kelson, cwd } = await workshop();
    for (const directory of ["src", "private", ".git"]) mkdirSync(join(cwd, directory));
    for (const path of ["src/b.txt", "private/c.txt", ".env", ".git/config"]) writeFileSync(join(cwd, path), "text");
    const env = {
      KELSON_SANDBOX: "off",
      ...Object.fromEntries(
        Object.entries(rules).map(([name, list]) => [`KELSON_${name.toUpperCase()}`, list.join(",")]),
      ),
    };
    const explain = async (name: string, input: object): Promise<Verdict> => {
      const words = ["policy", "explain", "--permission-mode", mode, "--json", `${name} ${JSON.stringify(input)}`];
      const told = JSON.parse((await kelson(words, { env })).stdout) as { decision: string; rule: string };
      return [told.decision, withoutSource(told.rule)];
    };
    const explained = await Promise.all(calls.map(([name, input]) => explain(name, input)));
    const options = { cwd, mode, sandbox: "off", onAsk: "pause", tools: toolSets.full, ...rules } as const;
    const all: Turn = { calls: calls.map(([name, input]) => ({ name, input })) };
    const flat = agent({ ...options, model: acting({ "judge it": [all, { text: "Done." }] }) });
    const { session } = await flat.run("judge it");
    expect(await flat.read(session, verdicts)).toEqual(judged(explained));

    const floor = (task: string): Turn[] => [{ calls: [agentCall(task)] }, { text: "Done." }];
    const parts = {
      root: floor("first floor"),
      "first floor": floor("second floor"),
      "second floor": floor("third floor"),
    };
    const deep = agent({ ...options, model: acting({ ...parts, "third floor": [all, { text: "Done." }] }) });
    let below = (await deep.run("root")).session;
    for (let depth = 0; depth < 3; depth += 1) below = (await deep.read(below, children)).ids[0] ?? "";
    expect(await deep.read(below, verdicts)).toEqual(judged(explained));
  },
);

const judged = (explained: readonly Verdict[]) => ({
  calls: Object.fromEntries(explained.map((verdict, index) => [`call_1_${index}`, verdict])),
});

/** Where a rule was set is not what is compared. */
const withoutSource = (rule: string): string =>
  rule
    .split("; ")
    .map((each) => each.replace(/^(?:user|flags|project) (?=[A-Z])/u, ""))
    .join("; ");

/** How each call was judged at first. */
const verdicts: Fold<{ calls: Record<string, Verdict> }> = {
  name: "verdicts",
  version: 1,
  initial: () => ({ calls: {} }),
  on: {
    "call.allowed": ({ calls: known }, { data }) => void (known[data.call] ??= ["allow", withoutSource(data.rule)]),
    "call.asked": ({ calls: known }, { data }) => void (known[data.call] ??= ["ask", withoutSource(data.rule)]),
    "call.denied": ({ calls: known }, { data }) => void (known[data.call] ??= ["deny", withoutSource(data.rule)]),
  },
};

const children: Fold<{ ids: string[] }> = {
  name: "children",
  version: 1,
  initial: () => ({ ids: [] }),
  on: { "agent.spawned": ({ ids }, { data }) => void ids.push(data.child) },
};
