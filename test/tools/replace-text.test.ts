/** Replacing in any text, whatever its line endings, is replacing in its LF view, and nothing else moves. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { lfView, occurrences, replaceAt } from "../../src/tools/replace-text.ts";

const pieces = ["a", "b", "ab", "\n", "\r\n", "é", "👋", "$&"];
const textOf = (some: readonly string[]) =>
  fc.array(fc.constantFrom(...some), { maxLength: 30 }).map((parts) => parts.join(""));
const text = textOf(pieces);
const anyText = textOf([...pieces, "\r"]);

it("is the same as in the LF view", () => {
  fc.assert(
    fc.property(text, text.map(lfView), text.map(lfView), (whole, wanted, replacement) => {
      fc.pre(wanted !== "");
      const places = occurrences(lfView(whole), wanted);
      const changed = replaceAt(whole, places, { length: wanted.length, replacement });
      expect(lfView(changed)).toBe(lfView(lfView(whole).split(wanted).join(replacement)));
    }),
    { seed: 1, numRuns: 2000 },
  );
});

it("leaves what is before and after as it was, byte for byte", () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const whole = `${before}<old\r\nend>${after}`;
      const [place] = occurrences(lfView(whole), "<old\nend>");
      const changed = replaceAt(whole, [place!], { length: "<old\nend>".length, replacement: "<new>" });
      expect(changed).toBe(`${before}<new>${after}`);
    }),
    { seed: 2, numRuns: 1000 },
  );
});
