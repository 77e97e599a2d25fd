/** A diff says all that changed: applied to the old text it gives the new one. */
import { applyPatch } from "diff";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { unifiedDiff } from "../../src/diffs/unified-diff.ts";
import { manyLines } from "../tools/workshop.ts";

const text = fc
  .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "é👋\n", "end"), { maxLength: 40 })
  .map((lines) => lines.join(""));

it("gives the new text when it is applied", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff("a.txt", before, after);
      expect(applyPatch(before, diff, { autoConvertLineEndings: false })).toBe(after);
    }),
    { seed: 1, numRuns: 1000 },
  );
});

it.each([
  ["all of them", manyLines(5000), manyLines(5000).replaceAll("line", "row")],
  ["all but the first and last", manyLines(5000), manyLines(5000).replaceAll(/line (?=\d{2,}\n)(?!5000)/g, "row ")],
  ["none of the old", "", manyLines(5000)],
  ["none of the new", manyLines(5000), ""],
  ["the last has no newline", manyLines(5000), manyLines(5000).replaceAll("line", "row").trimEnd()],
])("also when too many lines differ to compare each: %s", (_, before, after) => {
  const diff = unifiedDiff("a.txt", before, after);
  expect(diff.match(/^@@/gm)).toHaveLength(1);
  expect(applyPatch(before, diff)).toBe(after);
});

it("names what was not there before, and is empty when nothing differs", () => {
  expect(unifiedDiff("a.txt", undefined, "one\n")).toBe("--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1 @@\n+one\n");
  expect(unifiedDiff("a.txt", "one\n", "one\n")).toBe("");
});
