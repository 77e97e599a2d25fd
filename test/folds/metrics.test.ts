/** What each step took. */
import { expect, test } from "vitest";
import type { NewEvent } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import { metrics } from "../../src/folds/metrics.ts";
import { allowed, asked, begun, denied, failed, finished, placed, replied, running } from "../log/story.ts";

const inStep = (step: number, ...events: NewEvent[]): NewEvent[] =>
  events.map((event) => Object.assign({}, event, { step }));
const usage = { input: 100, output: 10, cacheRead: 60, cacheWrite: 0 };

test("steps and their sum", () => {
  const events = placed(
    ...running(),
    ...inStep(
      1,
      asked(),
      failed(),
      asked(2),
      replied("", ["a", "b"], { usage }),
      allowed("a"),
      begun("a"),
      finished("a"),
    ),
    ...inStep(1, denied("b")),
    ...inStep(2, asked(), replied("done", [], { usage })),
  );
  const one = { tokensIn: 100, tokensOut: 10, tokensCached: 60, modelMs: 20, toolMs: 10, calls: 2, errors: 2 };
  const two = { tokensIn: 100, tokensOut: 10, tokensCached: 60, modelMs: 10, toolMs: 0, calls: 0, errors: 0 };
  expect(foldOf(metrics, events)).toEqual({
    steps: [
      { step: 1, ...one },
      { step: 2, ...two },
    ],
    total: { steps: 2, tokensIn: 200, tokensOut: 20, tokensCached: 120, modelMs: 30, toolMs: 10, calls: 2, errors: 2 },
  });
});

test("a call that failed is an error", () => {
  const bad: NewEvent = {
    type: "call.finished",
    data: { call: "a", name: "look", ok: false, category: "exception", mark: "m", durationMs: 3, chars: 0 },
  };
  expect(foldOf(metrics, placed(...inStep(4, bad)))).toMatchObject({
    steps: [{ step: 4, toolMs: 3, errors: 1 }],
    total: { steps: 0, errors: 1 },
  });
});
