/** `--input-format stream-json`: a program that drives Kelson by lines of JSON. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { silence, workshop } from "./workshop.ts";

const line = (content: unknown): string => `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;
const argv = (model: string, format: string, ...more: readonly string[]): string[] => {
  const formats = ["--input-format", "stream-json", "--output-format", format];
  return ["-p", "-m", model, ...formats, ...more];
};
const recordsIn = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text) as Record<string, unknown>);

describe("each line is a turn of one session", () => {
  test("with a result of its own", async () => {
    const { kelson, script, cwd } = await workshop();
    const model = await script({ text: "One." }, { text: "Two." });
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } };
    const stdin = `${line("hello")}\n${line([{ type: "text", text: "look" }, image])}`;
    const file = join(cwd, "last.txt");
    const { code, stdout } = await kelson(argv(model, "stream-json", "-o", file), { stdin });
    const records = recordsIn(stdout);
    const results = records.filter(({ type }) => type === "result");
    expect(results.map(({ result }) => result)).toEqual(["One.", "Two."]);
    expect(new Set(results.map((result) => result["session_id"])).size).toBe(1);
    expect(records.filter(({ type }) => type === "system")).toHaveLength(1);
    expect(code).toBe(0);
    expect(await readFile(file, "utf8")).toBe("Two.\n");
    expect((await kelson(["sessions", "show"])).stdout).toContain("› look [1 image]");
  });

  test("as Codex says it, with one thread", async () => {
    const { kelson, script } = await workshop();
    const model = await script({ text: "One." }, { text: "Two." });
    const { stdout } = await kelson(argv(model, "codex"), { stdin: line("a") + line("b") });
    const turn = "turn.started item.completed turn.completed";
    const types = recordsIn(stdout).map(({ type }) => type);
    expect(types.join(" ")).toBe(`thread.started ${turn} ${turn}`);
  });
});

test.each(["hello", '{"type":"user"}', line([{ type: "video" }]).trim()])("%s is no message", async (wrong) => {
  const { kelson, script } = await workshop();
  const { code, stdout } = await kelson(argv(await script({ text: "One." }), "json"), {
    stdin: `${line("a")}${wrong}\n`,
  });
  expect(code).toBe(2);
  expect(recordsIn(stdout).at(-1)).toMatchObject({
    subtype: "error_bad_input",
    result: expect.stringContaining("line 2 of standard input is no message"),
  });
});

test("a task beside the lines is refused", async () => {
  const { kelson, script } = await workshop();
  expect((await kelson(argv(await script({}), "json", "task"))).code).toBe(2);
});

test("a signal between two messages ends it with the signal's code", async () => {
  const { kelson, script } = await workshop();
  const { code } = await kelson(argv(await script({ text: "One." }), "json"), {
    stdin: `${line("a")}${silence}\n`,
    onSignal: (send) => setTimeout(send, 300, "SIGTERM"),
  });
  expect(code).toBe(143);
});
