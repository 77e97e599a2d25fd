/** The time of thoughts: from the first fragment to the last one before the answer, told once, for its own reply. */
import { expect, test } from "vitest";
import { thinkingTime } from "../../../src/transports/tui/session/thinking-time.ts";

const started = () => {
  let now = 10_000;
  const time = thinkingTime(() => now);
  const hear = (at: number, asked: number, reasoning: string, text = ""): void => {
    now = at;
    time.hear({ asked, reasoning, text });
  };
  return { time, hear };
};

test("it ends with the last thought, not with the answer", () => {
  const { time, hear } = started();
  expect(time.began()).toBeUndefined();
  hear(10_000, 5, "");
  hear(11_000, 5, "I");
  hear(12_500, 5, "I think");
  hear(13_000, 5, "I think so", "So");
  hear(19_000, 5, "I think again", "So it is");
  expect([time.began(), time.take(), time.take()]).toEqual([11_000, 2_000, undefined]);
});

test("an item of a reply before does not take it", () => {
  const { time, hear } = started();
  hear(11_000, 5, "I");
  hear(13_000, 5, "I think");
  expect([time.take(4), time.take(6)]).toEqual([undefined, 2_000]);
});

test("each reply has its own, and one that did not think has none", () => {
  const { time, hear } = started();
  hear(11_000, 5, "I think");
  hear(12_000, 7, "", "No thought.");
  expect([time.began(), time.take()]).toEqual([undefined, undefined]);
  hear(20_000, 9, "Whole at once");
  hear(29_000, 9, "Whole at once", "Answer");
  expect(time.take(10)).toBe(0);
});
