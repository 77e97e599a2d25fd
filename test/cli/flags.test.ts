/** What the flags of `kelson run` do: schemas, prompts, tools, limits, offline, and going on with nothing. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { type Turn, workshop } from "./workshop.ts";

const answer: Turn = { text: "It is done." };
const writing: Turn = { calls: [{ name: "write_file", input: { path: "x.txt", content: "x\n" } }] };
const schema = JSON.stringify({ type: "object", properties: { n: { type: "integer" } }, required: ["n"] });

const resultOf = (stdout: string): Record<string, unknown> =>
  JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;

const eventsOf = (stdout: string): Event[] =>
  stdout.split("\n").flatMap((line) => {
    const { event } = JSON.parse(line || "{}") as { event?: Event };
    return event === undefined ? [] : [event];
  });

describe("--json-schema", () => {
  test("an answer that does not fit is asked for once more, and is data in the end", async () => {
    const { kelson, script, cwd } = await workshop();
    const file = join(cwd, "schema.json");
    await writeFile(file, schema);
    const model = await script({ text: "n is 4" }, { text: 'Here:\n```json\n{ "n": 4 }\n```' });
    const asJson = await kelson(["run", "-m", model, "--json-schema", file, "--output-format", "json", "count"]);
    expect(asJson.code).toBe(0);
    expect(resultOf(asJson.stdout)).toMatchObject({
      subtype: "success",
      result: '{"n":4}',
      structured_output: { n: 4 },
    });
    const asText = await kelson(["run", "-m", model, "--json-schema", schema, "count"]);
    expect(asText).toMatchObject({ code: 0, stdout: '{"n":4}\n' });
  });

  test("an answer that never fits is an error", async () => {
    const { kelson, script } = await workshop();
    const model = await script({ text: "four" }, { text: "still four" });
    const argv = ["run", "-m", model, "--json-schema", schema, "--output-format", "json", "count"];
    const { code, stdout } = await kelson(argv);
    expect(code).toBe(1);
    expect(resultOf(stdout)).toMatchObject({ is_error: true, state: "error" });
    expect(resultOf(stdout)).not.toHaveProperty("structured_output");
  });

  test.each([
    ['{"type": 4}', "--json-schema is no JSON Schema"],
    ["{", "--json-schema is no JSON Schema"],
    ["/nowhere.json", "--json-schema /nowhere.json cannot be read"],
  ])("%s is bad input", async (given, sentence) => {
    const { kelson, script } = await workshop();
    const { code, stderr } = await kelson(["run", "-m", await script(answer), "--json-schema", given, "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

describe("-o", () => {
  test("writes the answer to a file", async () => {
    const { kelson, script, cwd } = await workshop();
    const file = join(cwd, "answer.txt");
    expect((await kelson(["run", "-m", await script(answer), "-o", file, "go"])).code).toBe(0);
    expect(await readFile(file, "utf8")).toBe("It is done.\n");
  });

  test("that cannot be written is told before anything runs", async () => {
    const { kelson, script } = await workshop();
    const { code, stderr } = await kelson(["run", "-m", await script(answer), "-o", "/nowhere/a", "go"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--output-last-message /nowhere/a cannot be written");
    expect(stderr).not.toContain("session ");
  });
});

describe("prompts and tools", () => {
  test("the system prompt is replaced by a file's text, another is appended", async () => {
    const { kelson, script, cwd } = await workshop();
    await writeFile(join(cwd, "prompt.md"), "Be a pirate.");
    const flags = ["--system-prompt", "@prompt.md", "--append-system-prompt", "Be brief."];
    const argv = ["run", "-m", await script(answer), ...flags, "--output-format", "stream-json", "go"];
    const layers = eventsOf((await kelson(argv)).stdout).flatMap((event) =>
      event.type === "context.loaded" && event.data.layer === "system" ? [event.data.text] : [],
    );
    expect(layers).toEqual(["Be a pirate.", "Be brief."]);
    const wrong = await kelson(["run", "-m", await script(answer), "--system-prompt", "@no.md", "go"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("system-prompt @no.md cannot be read");
  });

  test.each([
    [["--allowed-tools", "minimal, grep"], "read_file,edit_file,bash,grep"],
    [["--allowed-tools", "minimal", "--disallowed-tools", "bash"], "read_file,edit_file"],
  ])("%j offers %s", async (flags, names) => {
    const { kelson, script } = await workshop();
    const argv = ["run", "-m", await script(answer), ...flags, "--output-format", "stream-json", "go"];
    const offered = eventsOf((await kelson(argv)).stdout).find(({ type }) => type === "tools.offered") as
      | Event<"tools.offered">
      | undefined;
    expect(offered?.data.tools?.map(({ name }) => name).join(",")).toBe(names);
    const listed = await kelson(["audit", "list"]);
    expect(listed.stdout).toContain(`tools=${names}`);
    expect(listed.stdout).toMatch(/policy\.loaded +roots=\S+ confined=\d+ unconfined=\d+/u);
  });

  test("a name that is neither a tool nor a set is bad input", async () => {
    const { kelson, script } = await workshop();
    const { code, stderr } = await kelson(["run", "-m", await script(answer), "--allowed-tools", "Bash", "go"]);
    expect(code).toBe(2);
    expect(stderr).toContain('"Bash" is neither a tool nor a set of tools');
  });

  test("the tools of a set are listed", async () => {
    const { kelson } = await workshop();
    const { stdout } = await kelson(["tools", "list", "--allowed-tools", "web"]);
    expect(stdout.split("\n").map((line) => line.split(" ", 1)[0])).toEqual(["TOOL", "web_fetch", "web_search", ""]);
  });
});

describe("the model", () => {
  test("a fallback goes on when the model fails for good", async () => {
    const { kelson, script } = await workshop();
    const broke: Turn = { fail: { category: "budget", message: "no credit" } };
    const flags = [
      "-m",
      await script(broke),
      "--fallback-model",
      await script(answer),
      "--output-format",
      "stream-json",
    ];
    const { code, stdout } = await kelson(["run", ...flags, "go"]);
    expect(eventsOf(stdout).map(({ type }) => type)).toContain("model.switched");
    expect(code).toBe(0);
  });

  test("a session's budget ends the run that would pass it", async () => {
    const { kelson, script } = await workshop();
    const looking: Turn = { calls: [{ name: "list_directory", input: {} }] };
    const argv = ["run", "-m", await script(looking, answer), "--max-session-budget-usd", "0.0000001", "go"];
    expect((await kelson(argv)).code).toBe(4);
  });

  test.each([
    ["anthropic/claude-sonnet-5", []],
    ["openai-compatible/x", ["--base-url", "http://10.0.0.1/v1"]],
    ["ollama/gpt-oss:120b-cloud", []],
  ])("offline, %s %j is refused before anything is sent", async (model, more) => {
    const { kelson } = await workshop();
    const env = { ANTHROPIC_API_KEY: "key" };
    const { code, stderr } = await kelson(["run", "--offline", "-m", model, ...more, "go"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(`offline: model ${model} is not on this machine`);
  });

  test("offline, a page elsewhere is refused", async () => {
    const { kelson, script } = await workshop();
    const fetching: Turn = { calls: [{ name: "web_fetch", input: { url: "http://192.0.2.1/" } }] };
    const flags = ["--allowed-tools", "web", "--permission-mode", "bypassPermissions", "--offline"];
    const argv = ["run", "-m", await script(fetching, answer), ...flags, "go"];
    const { stderr } = await kelson(argv);
    expect(stderr).toContain("offline: http://192.0.2.1/ is not on this machine");
  });
});

describe("other spellings", () => {
  test("Claude's names of the modes are understood", async () => {
    const { kelson, script, cwd } = await workshop();
    const argv = ["run", "-m", await script(writing, answer), "--permission-mode", "acceptEdits", "go"];
    expect((await kelson(argv)).code).toBe(0);
    expect(await readFile(join(cwd, "x.txt"), "utf8")).toBe("x\n");
    const without = await kelson(["run", "-m", await script(answer), "--permission-mode", "dontAsk", "go"]);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain("use the mode default with --on-ask deny");
  });

  test("a variable that is none is named", async () => {
    const { kelson } = await workshop();
    const { code, stderr } = await kelson(["run", "go"], { env: { KELSON_MAX_BUDGET: "1" } });
    expect(code).toBe(2);
    expect(stderr).toContain("KELSON_MAX_BUDGET is no variable of the configuration");
  });
});

describe("going on with nothing", () => {
  test("a session that is at its end says so, and what to do", async () => {
    const { kelson, script } = await workshop();
    await kelson(["run", "-m", await script(answer), "go"]);
    const { code, stderr } = await kelson(["run", "-c"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/session \S+ has nothing to go on with: it is completed\n.*kelson run -r \S+ "task"/u);
  });

  test("one that waits for an answer has not failed, and goes on to ask", async () => {
    const { kelson, script } = await workshop();
    const waiting = await kelson(["run", "-m", await script(writing, answer), "--on-ask", "pause", "go"]);
    expect(waiting.stderr).toContain("? waiting for input");
    expect((await kelson(["run", "-c"], { typed: ["y"] })).code).toBe(0);
  });
});
