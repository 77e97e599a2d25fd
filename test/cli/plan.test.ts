/** Plan mode from the command line: with a person, without one, answered later, and in a chat. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Result } from "../../src/transports/cli/result.ts";
import { type Turn, workshop } from "./workshop.ts";

const plan = "## Plan\n\n1. Write a.txt.";
const presents: Turn = { text: "I have looked.", calls: [{ name: "exit_plan_mode", input: { plan } }] };
const writes: Turn = { calls: [{ name: "write_file", input: { path: "a.txt", content: "planned\n" } }] };
const done: Turn = { text: "Done." };
const planMode = ["--permission-mode", "plan"];

test("a person reads the plan, and says in which mode it is carried out", async () => {
  const { kelson, script, cwd } = await workshop();
  const model = await script(presents, presents, writes, done);
  const argv = ["run", "-m", model, ...planMode, "go"];
  const { code, stdout, stderr } = await kelson(argv, { typed: ["shorter", "2"] });
  expect([code, stdout]).toEqual([0, "I have looked.\nI have looked.\nDone.\n"]);
  expect(stderr).toContain("      ## Plan\n");
  expect(stderr).toContain("      1. default\n      2. accept-edits\n      3. auto\n");
  expect(stderr).toContain("permission mode accept-edits, was plan");
  expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("planned\n");
});

test("a person who says nothing has accepted nothing", async () => {
  const { kelson, script, cwd } = await workshop();
  const model = await script(presents, writes, done);
  const { code, stderr } = await kelson(["run", "-m", model, ...planMode, "go"], { typed: [""] });
  expect(code).toBe(0);
  expect(stderr).toContain("write_file would write a.txt, and the mode is plan");
  await expect(stat(join(cwd, "a.txt"))).rejects.toThrow("ENOENT");
});

test("without a person the plan is the answer, in every format", async () => {
  const { kelson, script, cwd } = await workshop();
  const model = await script(presents, done);
  expect(await kelson(["run", "-m", model, ...planMode, "--quiet", "go"])).toEqual({
    code: 0,
    stdout: `${plan}\n`,
    stderr: "",
  });
  const json = await kelson(["run", "-m", model, ...planMode, "--output-format", "json", "go"]);
  expect(JSON.parse(json.stdout) as Result).toMatchObject({ subtype: "success", state: "completed", result: plan });
  const codex = await kelson(["run", "-m", model, ...planMode, "--output-format", "codex", "go"]);
  expect(codex.stdout.split("\n").findLast((line) => line.includes("agent_message"))).toContain(
    '"## Plan\\n\\n1. Write a.txt."',
  );
  const file = join(cwd, "answer.md");
  await kelson(["run", "-m", model, ...planMode, "-o", file, "go"]);
  expect(await readFile(file, "utf8")).toContain(plan);
});

test("waits for an answer from elsewhere, and goes on in the mode that it names", async () => {
  const { kelson, script, cwd } = await workshop();
  const model = await script(presents, writes, done);
  const waiting = await kelson(["run", "-m", model, ...planMode, "--on-ask", "pause", "--output-format", "json", "go"]);
  const { session_id: session = "", waiting_for: asked } = JSON.parse(waiting.stdout) as Result;
  expect([waiting.code, asked[0]?.tool_name]).toEqual([3, "exit_plan_mode"]);
  const answered = await kelson(["answer", session, asked[0]?.tool_use_id ?? "", "yes", "accept-edits"]);
  expect([answered.code, answered.stdout]).toEqual([0, "Done.\n"]);
  expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("planned\n");
});

test("is switched on and off in a chat", async () => {
  const { kelson, script } = await workshop();
  const typed = ["/plan", "/mode", "/plan off", "/mode", "/plan on", "/mode", "/plan maybe", "/quit"];
  const { stderr } = await kelson(["chat", "-m", await script(done)], { typed });
  expect(stderr.match(/^(?:› )?(?:mode )?(?:plan|default)$/gmu)).toEqual([
    "› mode plan",
    "› plan",
    "› mode default",
    "› default",
    "› mode plan",
    "› plan",
  ]);
  expect(stderr).toContain('/plan is on or off, got "maybe"');
});
