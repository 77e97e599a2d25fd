/** The text of which head and tail are kept. */
import { array, assert, nat, property, string } from "fast-check";
import { expect, test } from "vitest";
import { keptText } from "../../src/worlds/output.ts";

const kept = (pieces: readonly string[], maxChars: number): string => {
  const text = keptText(maxChars);
  for (const piece of pieces) text.add(piece);
  return text.text();
};

test.each([
  [["abc", "def"], 6, "abcdef"],
  [["abc", "defg"], 6, "abc\n[... 1 characters left out ...]\nefg"],
  [["a".repeat(2000)], 2, "a\n[... 1,998 characters left out ...]\na"],
  [["x𝄞y"], 3, "x\n[... 2 characters left out ...]\ny"],
  [["anything"], 0, "\n[... 8 characters left out ...]\n"],
])("%j kept to %i", (pieces, maxChars, expected) => {
  expect(kept(pieces, maxChars)).toBe(expected);
});

test("how a text is cut into pieces makes no difference, and short texts stay whole", () => {
  assert(
    property(array(string({ unit: "grapheme" })), nat(60), (pieces, maxChars) => {
      const whole = pieces.join("");
      expect(kept(pieces, maxChars)).toBe(kept([whole], maxChars));
      expect(kept(pieces, whole.length)).toBe(whole);
    }),
    { seed: 7 },
  );
});
