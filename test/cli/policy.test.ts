/** `kelson policy`, rules from every place, and answers that last. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Workshop, workshop } from "./workshop.ts";

const config = async ({ home }: Workshop, settings: object): Promise<void> => {
  const file = join(home, ".config/kelson/config.json");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings));
};

const decisionOf = async (work: Workshop, ...argv: string[]): Promise<string> => {
  const { stdout } = await work.kelson(["policy", "explain", "--json", ...argv]);
  const { decision, rule } = JSON.parse(stdout) as { decision: string; rule: string };
  return `${decision}: ${rule}`;
};

test("explains how a call would be judged, aspect by aspect", async () => {
  const work = await workshop();
  const { stdout, code } = await work.kelson(["policy", "explain", "bash npm test"]);
  expect(stdout.split("\n")).toEqual([
    "ask: mode default: execute",
    "  ask   run npm test  (mode default: execute)",
    expect.stringMatching(/^ {2}mode default, sandbox \w+$/u),
    "  a yes for longer would add: Bash(npm test:*)",
    "",
  ]);
  expect(code).toBe(0);
});

test("takes the arguments as JSON or as the first of them, and names that people know", async () => {
  const work = await workshop();
  expect(await decisionOf(work, 'read_file {"path": "a.txt"}')).toBe("allow: reads only");
  expect(await decisionOf(work, "Read", "a.txt")).toBe("allow: reads only");
  expect(await decisionOf(work, "Read /etc/hosts")).toBe("deny: outside");
  expect(await decisionOf(work, "Bash npm test", "--permission-mode", "dont-ask")).toBe("deny: mode dont-ask");
  for (const [call, sentence] of [
    ["fly away", 'there is no tool "fly"'],
    ["bash {", "the arguments are not JSON"],
    ["bash", "bash cannot be called so: command: "],
  ] as const) {
    const { code, stderr } = await work.kelson(["policy", "explain", call]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  }
});

test("rules of the user, of a trusted project and of the flags count together", async () => {
  const work = await workshop();
  await config(work, { allow: ["Bash(npm test:*)", "Read(.env)"], deny: "Bash(npm test --evil)" });
  await mkdir(join(work.cwd, ".kelson"));
  await writeFile(join(work.cwd, ".kelson/config.json"), JSON.stringify({ ask: ["Bash(npm test --slow:*)"] }));
  expect(await decisionOf(work, "bash npm test --slow")).toBe("allow: user Bash(npm test:*)");
  await work.kelson(["trust"]);
  expect(await decisionOf(work, "bash npm test --slow")).toBe("ask: project Bash(npm test --slow:*)");
  expect(await decisionOf(work, "bash npm test --evil")).toBe("deny: user Bash(npm test --evil)");
  const { stdout } = await work.kelson(["policy", "list"]);
  expect(stdout.split("\n").map((line) => line.split(/\s{2,}/u))).toEqual([
    ["DECISION", "RULE", "FROM"],
    ["deny", "Bash(npm test --evil)", "user"],
    ["allow", "Bash(npm test:*)", "user"],
    ["allow", "Read(.env)", "user"],
    ["ask", "Bash(npm test --slow:*)", "project"],
    [""],
  ]);
});

test("a rule that is none, and bypass in a file, are errors that name the place", async () => {
  const work = await workshop();
  await config(work, { deny: ["Bash(npm test"] });
  expect(await work.kelson(["policy", "list"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('.config/kelson/config.json: deny must be rules, got "Bash(npm test"'),
  });
  await config(work, { permissionMode: "bypass" });
  expect(await work.kelson(["policy", "list"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("permissionMode must not be bypass"),
  });
  await config(work, {});
  expect(await work.kelson(["policy", "list"], { env: { KELSON_PERMISSION_MODE: "bypass" } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("KELSON_PERMISSION_MODE must not be bypass"),
  });
});

test("a yes for always is shown with its rule, kept for the directory, and can be taken back", async () => {
  const work = await workshop();
  const touch = { name: "write_file", input: { path: "a.txt", content: "a" } };
  const model = await work.script({ calls: [touch] }, { text: "done" });
  const first = await work.kelson(["run", "-m", model, "go"], { typed: ["a"] });
  expect(first.stderr).toContain("yes to Edit(./a.txt) for this [s]ession or [a]lways here");
  expect(await readFile(join(work.cwd, "a.txt"), "utf8")).toBe("a");
  expect((await work.kelson(["run", "-m", model, "again"])).code).toBe(0);
  expect((await work.kelson(["policy", "list"])).stdout).toContain("allow     Edit(./a.txt)  user");
  expect(await work.kelson(["policy", "forget", "Edit(./a.txt)"])).toMatchObject({ code: 0 });
  expect((await work.kelson(["run", "-m", model, "and again"])).code).toBe(3);
  expect(await work.kelson(["policy", "forget", "Edit(./a.txt)"])).toMatchObject({ code: 2 });
});
