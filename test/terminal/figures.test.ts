/** Figures as people read them. */
import { expect, test } from "vitest";
import { age, count, counted, duration, money } from "../../src/transports/terminal/figures.ts";

test.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [1_000, "1.0 s"],
  [59_900, "59.9 s"],
  [59_960, "1 min 0 s"],
  [125_000, "2 min 5 s"],
  [3_600_000, "1 h 0 min"],
  [11_045_000, "3 h 4 min"],
])("%d ms is %s", (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [0, "$0.00"],
  [0.00001, "under $0.0001"],
  [0.0042, "$0.0042"],
  [0.1, "$0.10"],
  [12.345, "$12.35"],
  [undefined, "price unknown"],
])("%s USD is %s", (usd, text) => {
  expect(money(usd)).toBe(text);
});

test.each([
  [7, "7"],
  [1_234, "1.2k"],
  [999_949, "999.9k"],
  [1_300_000, "1.30M"],
])("%d is %s", (amount, text) => {
  expect(count(amount)).toBe(text);
});

test("nouns and ages", () => {
  expect([counted(1, "step"), counted(2, "step")]).toEqual(["1 step", "2 steps"]);
  expect([30_000, 300_000, 7_200_000, 200_000_000].map(age)).toEqual(["now", "5 min", "2 h", "2 d"]);
});
