/** Diffs: numbers, word marks, folds, and diffs that were cut off. */
import { expect, test } from "vitest";
import { diffCount, drawDiff } from "../../../src/transports/tui/draw/diff.ts";
import { drawing } from "./surroundings.ts";

const changed = `--- a/x.ts
+++ b/x.ts
@@ -9,4 +9,5 @@ where
 same
-const price = amount * rate;
-gone
+something else entirely
+const price = amount / rate;
+added
 same
`;

/** Words that make the difference between brackets. */
const marked = (diff: string): readonly string[] =>
  drawDiff(diff, drawing({ paint: (role, text) => (role.endsWith("Word") ? `[${text}]` : text) }), { most: 100 });

test("each line has its number, and a changed line is compared with the one that is most like it", () => {
  expect(marked(changed)).toEqual([
    " 9   same",
    "10 - const price = amount [*] rate;",
    "11 - gone",
    "10 + something else entirely",
    "11 + const price = amount [/] rate;",
    "12 + added",
    "13   same",
  ]);
  expect(diffCount(changed, drawing())).toBe("+3 −2");
  expect(diffCount(changed, drawing({ plain: true }))).toBe("3 added and 2 removed");
});

const long = `@@ -0,0 +1,150 @@\n${Array.from({ length: 150 }, (_, index) => `+line ${index + 1}`).join("\n")}`;

test("a long diff is folded until details are asked for", () => {
  const lines = drawDiff(long, drawing(), { most: 30 });
  expect(lines).toHaveLength(31);
  expect(lines.slice(-2)).toEqual([" 30 + line 30", "… 120 more lines"]);
  expect(drawDiff(long, drawing({ open: true }), { most: 30 })).toHaveLength(150);
});

test("a diff that was cut off is drawn as far as it goes, and said to be longer", () => {
  const cut = `${long.slice(0, 60)}…`;
  expect(drawDiff(cut, drawing(), { most: 30 })).toEqual([
    "1 + line 1",
    "2 + line 2",
    "3 + line 3",
    "4 + line 4",
    "5 + line 5",
    "6 + l…",
  ]);
  expect(diffCount(cut, drawing())).toBe("+6 −0 …");
});

test("several files stand below their names, and what looks like a header within a hunk is a line", () => {
  const two =
    "--- a/one\n+++ b/one\n@@ -1,2 +1 @@\n--- a comment\n same\n--- /dev/null\n+++ b/two\n@@ -0,0 +1 @@\n+new\n\\ No newline at end of file\n";
  expect(drawDiff(two, drawing(), { most: 30 })).toEqual(["one", "1 - -- a comment", "1   same", "two", "1 + new"]);
});

test("what is no diff is nothing", () => {
  expect(drawDiff("no diff\n+but a plus", drawing(), { most: 30 })).toEqual([]);
  expect(diffCount("no diff\n+but a plus", drawing())).toBe("");
});
