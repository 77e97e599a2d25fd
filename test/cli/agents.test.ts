/** Sub-agents on the command line: their types, what a run shows and counts of them, and how they are listed and removed. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workshop, type Turn, type Workshop } from "./workshop.ts";

/** A type of sub-agent with a model of its own, which plays these turns. */
const withType = async (work: Workshop, ...turns: Turn[]): Promise<void> => {
  const directory = join(work.home, ".config/kelson/agents");
  await mkdir(directory, { recursive: true });
  const fields = `name: counter\ndescription: counts\nmodel: ${await work.script(...turns)}`;
  await writeFile(join(directory, "counter.md"), `---\n${fields}\n---\nYou count.\n`);
};

const counting = (more: object = {}): Turn => ({
  calls: [
    { name: "agent", input: { description: "count files", prompt: "count them", subagent_type: "counter", ...more } },
  ],
});

const tools = ["--allowed-tools", "default,agents"];

test("where there may be none, none is offered", async () => {
  const { kelson } = await workshop();
  const listed = await kelson(["tools", "list", "--allowed-tools", "full"], { env: { KELSON_MAX_AGENTS: "0" } });
  expect(listed.stdout).not.toContain("agent");
  expect((await kelson(["tools", "list", "--allowed-tools", "full"])).stdout).toContain("agent_control");
});

test("types are listed and shown, and a bad one does not stop the others", async () => {
  const work = await workshop();
  await withType(work);
  await writeFile(join(work.home, ".config/kelson/agents/bad.md"), "no fields");
  const { code, stdout, stderr } = await work.kelson(["agents", "list"]);
  expect([code, stdout.split("\n").map((line) => line.split(" ")[0])]).toEqual([
    0,
    ["AGENT", "general-purpose", "coder", "reviewer", "researcher", "tester", "counter", ""],
  ]);
  expect(stderr).toContain("bad.md does not count: its description must be text");
  expect((await work.kelson(["agents", "show", "counter"])).stdout).toContain("\n\nYou count.\n");
  expect(await work.kelson(["agents", "show", "nobody"])).toMatchObject({ code: 2 });
});

test("a run shows each in a line when it begins and when it ends, and counts what it cost", async () => {
  const work = await workshop();
  await withType(work, { calls: [{ name: "list_directory", input: {} }] }, { text: "None." });
  const model = await work.script(counting(), { text: "There are none." });
  const run = await work.kelson(["run", "-m", model, ...tools, "go"]);
  expect([run.code, run.stdout]).toEqual([0, "There are none.\n"]);
  expect(run.stderr).toMatch(
    / · agent counter: count files began \(\S+\)\n {2}· counter: count files completed: 2 steps, \$0\.0\d+\n/u,
  );
  const sessions = (await work.kelson(["sessions", "list", "--json"])).stdout.trim().split("\n");
  const listed = sessions.map((line) => JSON.parse(line) as { id: string; kind: string; costUsd: number });
  const [main, child] = ["main", "agent"].map((kind) => listed.find((session) => session.kind === kind));
  expect(main?.costUsd).toBeGreaterThan(child?.costUsd ?? Infinity);
  expect((await work.kelson(["sessions", "list"])).stdout).toContain("(agent) count files");
  expect((await work.kelson(["sessions", "show"])).stdout).toContain("There are none.");
  expect((await work.kelson(["audit", "verify", child?.id ?? ""])).code).toBe(0);
  await work.kelson(["sessions", "rm", main?.id ?? ""]);
  expect((await work.kelson(["sessions", "list", "--json"])).stdout).toBe("");
});

test.each([{}, { run_in_background: true }])(
  "what one asks waits for kelson answer, in another process (%o)",
  async (more) => {
    const work = await workshop();
    await withType(work, { calls: [{ name: "write_file", input: { path: "x", content: "x" } }] }, { text: "Written." });
    const model = await work.script(counting(more), { text: "Done." }, { text: "All done." });
    const flags = ["-m", model, ...tools, "--on-ask", "pause", "--output-format", "json"];
    const waiting = JSON.parse((await work.kelson(["run", ...flags, "go"])).stdout) as {
      session_id: string;
      waiting_for: [{ tool_use_id: string }];
    };
    const [{ tool_use_id: call }] = waiting.waiting_for;
    const answered = await work.kelson([
      "answer",
      waiting.session_id,
      call,
      "yes",
      "--allowed-tools",
      "default,agents",
    ]);
    expect(answered).toMatchObject({ code: 0 });
    expect(answered.stderr).toContain("counter: count files completed: 2 steps");
  },
);

test("a person at the terminal is asked whose call it is", async () => {
  const work = await workshop();
  await withType(work, { calls: [{ name: "write_file", input: { path: "x", content: "x" } }] }, { text: "Written." });
  const run = await work.kelson(["run", "-m", await work.script(counting(), { text: "Done." }), ...tools, "go"], {
    typed: ["y"],
  });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain("agent counter wants to run write_file x");
});

test("where nobody is there, what one was denied ends the run with the code for that", async () => {
  const work = await workshop();
  await withType(work, { calls: [{ name: "write_file", input: { path: "x", content: "x" } }] }, { text: "I may not." });
  const run = await work.kelson(["run", "-m", await work.script(counting(), { text: "Done." }), ...tools, "go"]);
  expect(run.code).toBe(3);
  expect(run.stderr).toContain("; 1 call needed a person");
});
