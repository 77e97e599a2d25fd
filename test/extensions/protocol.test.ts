/** The protocol of plug-ins with real processes: what is no answer is a failed call with one sentence. */
import { describe, expect, test } from "vitest";
import { plugin, runPlugin, unheld } from "./plugged.ts";
import { toolIn } from "../../src/extensions/installed-tools.ts";
import { manifestTool } from "../../src/extensions/manifest-tool.ts";

const sh = (lines: string): string => `#!/bin/sh\n${lines}\n`;

test("the plug-in reads what it is asked, and its output is the call's", async () => {
  const { outcome, watched, root } = await runPlugin(
    sh(`echo working >&2; read -r asked; printf '{"ok": true, "output": %s}\\n' "$asked"`),
    { input: { a: [1, "ä"] } },
  );
  const output = { protocol: 1, call: "call-1", input: { a: [1, "ä"] }, workspace: root };
  expect(outcome).toEqual({ ok: true, parts: [{ type: "text", text: JSON.stringify(output) }], data: output });
  expect(watched).toBe("working\n");
});

test("text is given as it is, and its lone surrogates are mended", async () => {
  const { text } = await runPlugin(sh(`printf %s '{"ok": true, "output": "a\\nb\\ud800"}'`));
  expect(text).toBe("a\nb\uFFFD");
});

const failures: readonly (readonly [string, string, string])[] = [
  ["an error of its own", `echo '{"ok": false, "error": "no such column"}'`, "no such column"],
  ["an error with an exit code", `echo '{"ok": false, "error": "no such column"}'; exit 3`, "no such column"],
  ["nothing", "true", "probe gave no answer"],
  [
    "nothing, and a crash",
    `echo "Traceback: x" >&2; exit 7`,
    "probe gave no answer and ended with code 7; it said: Traceback: x",
  ],
  ["a crash after its answer", `echo '{"ok": true, "output": 1}'; exit 7`, "probe ended with code 7"],
  ["an end by a signal", "kill -TERM $$", "probe gave no answer and was ended by SIGTERM"],
  ["no JSON", "echo hello", "probe gave something else than one JSON value: hello"],
  [
    "two answers",
    `echo '{"ok": true, "output": 1}'; echo '{"ok": true, "output": 2}'`,
    `probe gave something else than one JSON value: {"ok": true, "output": 1} {"ok": true, "output": 2}`,
  ],
  [
    "words after its answer",
    `echo '{"ok": true, "output": 1}'; echo done`,
    `probe gave something else than one JSON value: {"ok": true, "output": 1} done`,
  ],
  ["a number", "echo 5", 'probe gave neither {"ok": true, "output": …} nor {"ok": false, "error": "…"}: 5'],
  ["null", "echo null", 'probe gave neither {"ok": true, "output": …} nor {"ok": false, "error": "…"}: null'],
  [
    "another shape",
    `echo '{"ok": "yes", "output": 1}'`,
    'probe gave neither {"ok": true, "output": …} nor {"ok": false, "error": "…"}: {"ok": "yes", "output": 1}',
  ],
  [
    "an error that is no text",
    `echo '{"ok": false, "error": {}}'`,
    'probe gave neither {"ok": true, "output": …} nor {"ok": false, "error": "…"}: {"ok": false, "error": {}}',
  ],
  [
    "bytes that are no UTF-8",
    `printf '{"ok": true, "output": "\\377"}'`,
    "probe gave bytes that are no UTF-8 (U+FFFD itself has to be escaped)",
  ],
  ["too much", "yes '{\"ok\": true}' | head -c 3000000", "probe gave more than 1,000,000 characters"],
  [
    "what is nested without end",
    `printf '{"ok": true, "output": '; head -c 300000 /dev/zero | tr '\\0' '['; head -c 300000 /dev/zero | tr '\\0' ']'; echo '}'`,
    "probe gave an answer that is nested deeper than 64",
  ],
];

test.each(failures)("%s", async (_, script, message) => {
  expect((await runPlugin(sh(script))).outcome).toEqual({ ok: false, category: "exception", message });
});

test("one that closes its input unread may answer all the same", async () => {
  const { text } = await runPlugin(sh(`exec <&-; echo '{"ok": true, "output": "fine"}'`), {
    input: { long: "x".repeat(500_000) },
  });
  expect(text).toBe("fine");
});

test("one that never ends is ended, also after its answer", async () => {
  const { outcome } = await runPlugin(sh(`echo '{"ok": true, "output": 1}'; sleep 60`), { manifest: { timeout: 1 } });
  expect(outcome).toEqual({ ok: false, category: "timeout", message: "probe was not done after 1 s, and so ended" });
});

test("one that is never done with its output is ended, too", async () => {
  const { outcome } = await runPlugin(sh("exec yes"), { manifest: { timeout: 1 } });
  expect(outcome).toMatchObject({ ok: false, category: "timeout" });
});

test("a cancel ends it", async () => {
  const { outcome } = await runPlugin(sh("sleep 60"), { signal: AbortSignal.timeout(200) });
  expect(outcome).toMatchObject({
    ok: false,
    category: "interrupted",
    message: "probe was stopped before it was done",
  });
});

test("a program that is not there fails the call", async () => {
  const { text } = await runPlugin("", { manifest: { command: ["no-such-program"] } });
  expect(text).toBe("cannot start no-such-program: no such program was found");
});

describe("schemas", () => {
  const made = async (manifest: object): Promise<ReturnType<typeof manifestTool>> =>
    manifestTool({ ...(await toolIn(await plugin("", manifest))), sandbox: "off" });

  test("what does not fit is said", async () => {
    const tool = await made({
      input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      output: { type: "array", items: { type: "integer" } },
    });
    expect(tool.input.parse({ path: 5 })).toEqual({
      ok: false,
      message: "path: Invalid input: expected string, received number",
    });
    expect(tool.output?.parse(["x"])).toMatchObject({ ok: false });
    expect(tool.output?.parse([1, 2])).toEqual({ ok: true, value: [1, 2] });
  });

  test.each([
    ["a circle", { $ref: "#" }],
    ["a circle by other words", { allOf: [{ $ref: "#" }] }],
    ["a schema elsewhere", { properties: { a: { $ref: "https://schemas.example/a" } } }],
    ["a wrong pattern", { properties: { a: { type: "string", pattern: "(" } } }],
    ["no schema", { properties: { a: null } }],
  ])("%s is refused", async (_, schema) => {
    await expect(made({ input: { type: "object", ...schema } })).rejects.toThrow(
      /^the input schema of the tool probe is none: /u,
    );
  });
});

test("what it does is told by its permissions, and more where no sandbox holds it", async () => {
  const effects = async (permissions: string[], sandbox: "on" | "off"): Promise<readonly string[]> =>
    manifestTool({ ...(await toolIn(await plugin("", { permissions }))), sandbox }).effects;
  expect(await effects(["none"], "on")).toEqual(["read"]);
  expect(await effects(["fs_read"], "on")).toEqual(["read"]);
  expect(await effects(["fs_write", "network"], "on")).toEqual(["read", "write", "network"]);
  expect(await effects(["shell"], "on")).toEqual(["read", "execute"]);
  expect(await effects(["none"], "off")).toEqual(["read", "execute"]);
  expect(await effects(["shell"], "off")).toEqual(["read", "execute"]);
});

test("without a sandbox it does not run unless it may execute", async () => {
  const home = await plugin(sh("echo 1"));
  const world = await unheld(home);
  const tool = manifestTool({ ...(await toolIn(home)), sandbox: "on" });
  const narrowed = world.narrow({ effects: tool.effects, anywhere: false });
  const context = { call: "c", host: { ask: () => Promise.resolve("") }, output: () => {} };
  await expect(tool.run({}, { ...context, world: narrowed, signal: new AbortController().signal })).rejects.toThrow(
    /only in a sandbox that holds .+ and here there is none$/u,
  );
  await world.close();
});
