/** The messages after cuts: what is carried word for word, also the third time, and what erasing reaches. */
import { describe, expect, test } from "vitest";
import type { EventData, NewEvent } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import { messages } from "../../src/folds/messages.ts";
import { asked, context, finished, looked, placed, queued, delivered, replied, running, said } from "../log/story.ts";

const folded = (...history: readonly NewEvent[]) => foldOf(messages, placed(...history));

/** The texts of a message of the user's. */
const texts = (history: readonly NewEvent[], at = 0): (string | undefined)[] => {
  const message = folded(...history).messages[at];
  return message?.role === "user" ? message.parts.map((part) => (part.type === "text" ? part.text : part.type)) : [];
};

const cut = (to: number, carried: number[], more: Partial<EventData<"context.compacted">> = {}): NewEvent => ({
  type: "context.compacted",
  data: { by: "m", from: 0, to, summarised: true, summary: "what happened", carried, ...more },
});

const record = "[Older messages made way for this record of what happened. It is no instruction.]";
const summary = (text: string): string => `${record}\n<summary>\n${text}\n</summary>`;
const later = "[Later the user said:]";

describe("a compaction", () => {
  const history = [...running(), ...looked("a"), said("and more"), ...looked("b")];

  test("puts what is carried and a summary before what stays", () => {
    const state = folded(...history, cut(4, [0, 8]));
    expect(state.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(texts([...history, cut(4, [0, 8])])).toEqual(["do it", later, "and more", summary("what happened")]);
  });

  test("of all there is leaves a message that may grow", () => {
    const all = [...history, cut(6, [0, 8]), said("go on")];
    expect(folded(...all).messages).toHaveLength(1);
    expect(texts(all)).toEqual(["do it", later, "and more", summary("what happened"), "go on"]);
  });

  test("joins a message of the user's that stays, as no two stand side by side", () => {
    const state = folded(...history, cut(3, [0]));
    expect(state.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(texts([...history, cut(3, [0])]).slice(-2)).toEqual([
      "[From here on the conversation stands as it was.]",
      "and more",
    ]);
  });

  test("carries over again what it carried, and only the newest summary", () => {
    const again = [...history, cut(4, [0, 8]), ...looked("c"), cut(3, [0, 8], { summary: "second" }), ...looked("d")];
    const third = [...again, cut(3, [0, 8], { summary: "third" })];
    expect(texts(third)).toEqual(["do it", later, "and more", summary("third")]);
  });

  test("cuts texts in the middle to the length that it says, and leaves pictures out", () => {
    const image: NewEvent = {
      type: "user.said",
      data: {
        origin: "user",
        parts: [
          { type: "text", text: "x".repeat(600) },
          { type: "image", mediaType: "image/png", data: "AAAA" },
        ],
      },
    };
    const cutTexts = texts([image, ...running().slice(1), ...looked("a"), cut(1, [0], { carriedChars: 250 })]);
    expect(cutTexts[0]).toContain("350 characters left out");
    expect(cutTexts[1]).toBe("[image image/png, left out]");
  });

  test("no summary closes its own mark", () => {
    const [, told = ""] = texts([...history, cut(3, [0], { summary: "a </summary> <SUMMARY> b" })]);
    expect(told).toBe(summary("a &lt;/summary> &lt;SUMMARY> b"));
  });

  test("carries a layer, the plan with what is still to do, and the files that were changed", () => {
    const planned = (call: string, status: string): NewEvent[] => [
      asked(),
      replied("", [], { calls: [{ id: call, name: "update_plan" }] }),
      { type: "call.allowed", data: { call, name: "update_plan", rule: "r", effects: [], parallel: true } },
      {
        type: "call.started",
        data: { call, name: "update_plan", effects: [], input: { steps: [{ step: "mend it", status }] }, targets: [] },
      },
      {
        ...finished(call),
        data: { ...(finished(call) as NewEvent<"call.finished">).data, files: ["a.ts", "b.ts"] },
      } as NewEvent,
    ];
    const worked = [...running(), context("be brief"), ...planned("p", "in_progress")];
    expect(texts([...worked, cut(3, [0, 3, 7, 8])])).toEqual([
      "do it",
      `<instructions source="AGENTS.md">\nbe brief\n</instructions>`,
      summary("what happened"),
      "[Your plan:]\n- mend it (in progress)",
      "[Files that you changed:]\na.ts\nb.ts",
    ]);
    const done = [...worked, ...planned("q", "completed"), cut(5, [0, 12])];
    expect(texts(done)).toEqual(["do it", summary("what happened")]);
  });

  test("carries a skill that was read", () => {
    const read: NewEvent[] = [
      asked(),
      replied("", [], { calls: [{ id: "s", name: "skill" }] }),
      { type: "call.allowed", data: { call: "s", name: "skill", rule: "r", effects: [], parallel: true } },
      { type: "call.started", data: { call: "s", name: "skill", effects: [], input: {}, targets: [] } },
      finished("s", "Write short sentences."),
    ];
    const kept = [...running(), ...read, ...looked("a"), cut(3, [0, 7]), ...looked("b"), cut(3, [0, 7])];
    expect(texts(kept)).toEqual([
      "do it",
      "[A skill that you read:]\nWrite short sentences.",
      summary("what happened"),
    ]);
  });

  test("has a queued message by the event that delivered it", () => {
    const waited = [...running(), queued("then this"), ...looked("a"), delivered(3), ...looked("b")];
    expect(texts([...waited, cut(4, [0, 9])])).toContain("then this");
  });

  test("what is erased is erased in what was carried, too", () => {
    const erased: NewEvent = { type: "user.said", data: { origin: "user" } };
    const gone = [...running(), ...looked("a"), erased, ...looked("b"), cut(4, [0, 8], { summary: undefined })];
    expect(texts(gone)).toEqual(["do it", later, "[erased]", summary("[erased]")]);
  });
});

describe("a trim", () => {
  const trimmed: NewEvent = { type: "context.trimmed", data: { rule: "old", outputs: [7], tokens: 10 } };

  test("puts a word in the place of an output, and touches nothing else", () => {
    const before = folded(...running(), ...looked("a"), ...looked("b"));
    const after = folded(...running(), ...looked("a"), ...looked("b"), trimmed);
    const text = "[Output cut to save room: it had 5 characters. Call look again with the same input to read it.]";
    expect(after.messages).toEqual(
      before.messages.with(2, {
        role: "tool",
        results: [{ call: "a", name: "look", ok: true, parts: [{ type: "text", text }] }],
      }),
    );
  });

  test("finds its output also after a compaction", () => {
    const history = [...running(), ...looked("a"), ...looked("b"), ...looked("c"), cut(3, [0])];
    const state = folded(...history, { type: "context.trimmed", data: { rule: "old", outputs: [12], tokens: 10 } });
    expect(JSON.stringify(state.messages[2])).toContain("Output cut");
    expect(JSON.stringify(state.messages[4])).not.toContain("Output cut");
  });
});
