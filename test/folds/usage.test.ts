/** What models cost: an unknown price is never counted as free. */
import { expect, test } from "vitest";
import { foldOf } from "../../src/contract/fold.ts";
import { costOf, usage } from "../../src/folds/usage.ts";
import { placed, replied } from "../log/story.ts";

const tokens = { input: 100, output: 10, cacheRead: 60, cacheWrite: 5 };

test("nothing costs nothing", () => {
  expect(costOf(usage.initial().total)).toBe(0);
});

test("replies add up, per model and in all", () => {
  const events = placed(
    replied("a", [], { usage: tokens, costUsd: 0.5 }),
    replied("b", [], { usage: tokens, costUsd: 0.25 }),
    replied("c", [], { usage: tokens, costUsd: 1, model: "test/other" }),
  );
  const { total, models } = foldOf(usage, events);
  expect(total).toEqual({
    replies: 3,
    input: 300,
    output: 30,
    cacheRead: 180,
    cacheWrite: 15,
    pricedUsd: 1.75,
    unpriced: 0,
    unmetered: 0,
  });
  expect(costOf(total)).toBe(1.75);
  expect(Object.keys(models)).toEqual(["test/turns", "test/other"]);
  expect(costOf(models["test/turns"] ?? total)).toBe(0.75);
});

test("one unknown price makes the total unknown, and says of how many replies", () => {
  const events = placed(replied("a", [], { usage: tokens, costUsd: 0.5 }), replied("b", [], { usage: tokens }));
  const { total } = foldOf(usage, events);
  expect(costOf(total)).toBeUndefined();
  expect(total).toMatchObject({ pricedUsd: 0.5, unpriced: 1 });
});

test("a reply whose tokens nobody counted is said to be so", () => {
  expect(foldOf(usage, placed(replied("a"))).total).toMatchObject({ replies: 1, input: 0, unmetered: 1 });
});
