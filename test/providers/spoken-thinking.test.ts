/** Thinking that is written into the text, in whatever pieces it arrives. */
import { expect, test } from "vitest";
import type { Part } from "../../src/contract/provider.ts";
import { spokenThinking } from "../../src/providers/spoken-thinking.ts";
import { putTogether, requestOf } from "../../src/testing/conformance/hearing.ts";

const codec = spokenThinking({
  body: () => "",
  initial: () => ({}),
  event: (_, text): Part[] => [{ type: "text", id: "text", text: String(text) }],
  whole: () => [],
  end: (): Part[] => [{ type: "finish", stop: "end" }],
});

test.each([
  ["<think>\nKeel first.\n</think>\n\nAye.", "Keel first.\n", "Aye."],
  ["\n <thinking>Hm</thinking>Aye.", "Hm", "Aye."],
  ["<think></think>Aye.", "", "Aye."],
  ["<think>never ended </thi", "never ended </thi", ""],
  ["<think>a </b> c</think>d", "a </b> c", "d"],
  ["<thin", "", "<thin"],
  ["<thicket> of masts", "", "<thicket> of masts"],
  ["The tag <think>is</think> known.", "", "The tag <think>is</think> known."],
  ["</think>Aye.", "", "</think>Aye."],
  ["", "", ""],
])("%j", (whole, reasoning, text) => {
  for (const size of [1, 2, 3, 7, 100]) {
    const state = codec.initial(requestOf());
    const parts: Part[] = [];
    for (let at = 0; at < whole.length; at += size) parts.push(...codec.event(state, whole.slice(at, at + size)));
    expect(putTogether([...parts, ...(codec.end(state) ?? [])])).toMatchObject({ reasoning, text });
  }
});
