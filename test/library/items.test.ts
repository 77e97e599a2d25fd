/** The text of a run, whether or not it comes as it is written. */
import { expect, test } from "vitest";
import type { Event } from "../../src/index.ts";
import { tokens } from "../../src/library/items.ts";

const replied = (seq: number, text: string): Event => {
  const place = { session: "s", seq, at: 0, run: "r", step: 1 };
  const data = { model: "test/one", stop: "end", durationMs: 1, calls: [], parts: [{ type: "text", text }] } as const;
  return { ...place, type: "model.replied", data: { ...data, calls: [], parts: [...data.parts] } };
};

const asked = (seq: number): Event => ({
  session: "s",
  seq,
  at: 0,
  type: "model.asked",
  data: { purpose: "answer", model: "test/one", attempt: 1, blocks: { kept: 0, added: [] } },
});

const delta = (seq: number, offset: number, text: string) =>
  ({ session: "s", seq, kind: "text", offset, text }) as const;

test("what did not come as deltas comes whole, and nothing comes twice", () => {
  const heard: string[] = [];
  const { event, deltas } = tokens((text) => heard.push(text));
  event(asked(1));
  event(replied(2, "whole"));
  event(asked(3));
  deltas([delta(3, 0, "in "), delta(3, 3, "pie")]);
  // Live text may be ahead of the events that are saved.
  deltas([delta(5, 0, "ahead")]);
  event(replied(4, "in pie"));
  event(asked(5));
  event(replied(6, "ahead of it"));
  expect(heard).toEqual(["whole", "\n\n", "in ", "pie", "\n\n", "ahead", " of it"]);
});
