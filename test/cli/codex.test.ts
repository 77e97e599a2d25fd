/** `--output-format codex`: what becomes of each kind of event, as lists of lines. */
import { describe, expect, test } from "vitest";
import type { EventData, NewEvent } from "../../src/contract/event.ts";
import { codex } from "../../src/transports/cli/codex.ts";
import {
  answered,
  asked,
  begun,
  callAsked,
  denied,
  ended,
  failed,
  finished,
  openedSession,
  placed,
  replied,
  running,
  tripped,
} from "../log/story.ts";
import { workshop } from "./workshop.ts";

/** The lines of some events, without the thread's own. */
const lines = (...events: readonly NewEvent[]): unknown[] =>
  placed(...events)
    .flatMap(codex())
    .slice(1);

const started = (call: string, more: Partial<EventData<"call.started">>): NewEvent => {
  const event = begun(call) as NewEvent<"call.started">;
  return { ...event, data: { ...event.data, ...more } };
};
const done = (call: string, more: Partial<EventData<"call.finished">>): NewEvent => {
  const event = finished(call) as NewEvent<"call.finished">;
  return { ...event, data: { ...event.data, ...more } };
};
const bash = (call: string, command: string): NewEvent =>
  started(call, { name: "bash", effects: ["execute"], input: { command } });
const plan = (call: string, ...steps: readonly (readonly [string, string])[]): NewEvent =>
  started(call, {
    name: "update_plan",
    effects: [],
    input: { steps: steps.map(([step, status]) => ({ step, status })) },
  });
const words = (text: string) => [{ type: "text", text }] as const;
const item = (state: string, id: number, fields: object) => ({
  type: `item.${state}`,
  item: { id: `item_${id}`, ...fields },
});

test("a turn: messages, reasoning and usage", () => {
  const usage = { input: 100, output: 10, cacheRead: 40, cacheWrite: 0 };
  const thought = { type: "reasoning", text: "hm" } as const;
  const reply = replied("", [], { parts: [thought, ...words("Done.")], usage });
  expect(placed(openedSession, ...running(), asked(), reply, ended()).flatMap(codex())).toEqual([
    { type: "thread.started", thread_id: "s" },
    { type: "turn.started" },
    item("completed", 0, { type: "reasoning", text: "hm" }),
    item("completed", 1, { type: "agent_message", text: "Done." }),
    { type: "turn.completed", usage: { input_tokens: 100, cached_input_tokens: 40, output_tokens: 10 } },
  ]);
});

describe("calls", () => {
  const command = { type: "command_execution", command: "npm test" };
  test.each([
    [
      "succeeds",
      { ok: true, output: [...words("fine")] },
      { aggregated_output: "fine", exit_code: 0, status: "completed" },
    ],
    [
      "fails",
      { ok: false, output: [...words("Error [exception]: exit code 3\nbad")] },
      { aggregated_output: "Error [exception]: exit code 3\nbad", exit_code: 3, status: "failed" },
    ],
    ["was erased", { ok: true, output: undefined }, { aggregated_output: "", exit_code: 0, status: "completed" }],
  ])("a command that %s", (_, outcome, fields) => {
    expect(lines(bash("a", "npm test"), done("a", { name: "bash", ...outcome }))).toEqual([
      item("started", 0, { ...command, aggregated_output: "", exit_code: null, status: "in_progress" }),
      item("completed", 0, { ...command, ...fields }),
    ]);
  });

  test("a tool that changes files", () => {
    const diff = "--- /dev/null\n+++ b/new.txt\n@@\n+x\n--- a/old.txt\n+++ /dev/null\n@@\n-x\n--- a/c\n+++ b/c\n@@\n";
    const files = ["new.txt", "old.txt", "c"];
    const patch = started("a", { name: "apply_patch", effects: ["read", "write"], input: { patch: "…" } });
    expect(lines(patch, done("a", { diff, files })).at(-1)).toEqual(
      item("completed", 0, {
        type: "file_change",
        changes: [
          { path: "new.txt", kind: "add" },
          { path: "old.txt", kind: "delete" },
          { path: "c", kind: "update" },
        ],
        status: "completed",
      }),
    );
  });

  test("another tool is told like a command", () => {
    expect(lines(started("a", { name: "read_file", input: { path: "a.ts" } }))).toMatchObject([
      { item: { type: "command_execution", command: "read_file a.ts" } },
    ]);
  });

  test("one that asked and runs again is one item; a denied one has failed", () => {
    const again = lines(begun("a"), callAsked("a", "question"), answered("a"), begun("a"), finished("a"));
    expect(again.map((line) => (line as { type: string }).type)).toEqual(["item.started", "item.completed"]);
    expect(lines(denied("b"))).toMatchObject([
      { type: "item.completed", item: { status: "failed", aggregated_output: "b is not for you" } },
    ]);
    expect(lines(callAsked("c"), answered("c", "no"))).toMatchObject([
      { type: "item.completed", item: { status: "failed", aggregated_output: "a person said no" } },
    ]);
  });
});

test("a plan is one list that changes until the turn ends", () => {
  const list = (state: string, ...items: readonly [string, boolean][]) =>
    item(state, 0, { type: "todo_list", items: items.map(([text, completed]) => ({ text, completed })) });
  const events = [plan("a", ["look", "in_progress"]), finished("a"), plan("b", ["look", "completed"]), ended()];
  expect(lines(...events)).toEqual([
    list("started", ["look", false]),
    list("updated", ["look", true]),
    list("completed", ["look", true]),
    { type: "turn.completed", usage: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 } },
  ]);
});

test("failures are error items; a run that ends otherwise is a failed turn", () => {
  expect(lines(failed("server"), tripped("no_progress", "3 steps"), ended("max_steps"))).toEqual([
    item("completed", 0, { type: "error", message: "model server" }),
    item("completed", 1, { type: "error", message: "3 steps" }),
    { type: "turn.failed", error: { message: "max_steps" } },
  ]);
});

describe("from the outside", () => {
  const argv = (...words: string[]) => ["run", "--output-format", "codex", ...words];
  const typesIn = (stdout: string): string[] =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);

  test("a whole run", async () => {
    const { kelson, script } = await workshop();
    const model = await script({ text: "I look.", calls: [{ name: "list_directory", input: {} }] }, { text: "Seen." });
    const { code, stdout } = await kelson(argv("-m", model, "look"));
    expect(code).toBe(0);
    expect(typesIn(stdout).join(" ")).toBe(
      "thread.started turn.started item.completed item.started item.completed item.completed turn.completed",
    );
    const more = await kelson(argv("-c"));
    expect(more.code).toBe(2);
    expect(typesIn(more.stdout)).toEqual(["error"]);
  });

  test("flags that cannot be read are an error line", async () => {
    const { kelson } = await workshop();
    const { code, stdout } = await kelson(argv("--bogus"));
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ type: "error", message: "unknown option '--bogus'" });
  });
});
