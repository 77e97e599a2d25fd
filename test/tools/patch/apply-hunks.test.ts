/** Hunks find their place, or it is said which does not and what is nearest. */
import { describe, expect, it } from "vitest";
import { applied, diff, update } from "./patches.ts";

const moving = "a\nb\nc\na\nb\nc\na\nb\nc";

describe("the place of a hunk", () => {
  const twice = "class A:\n  def run(self):\n    go()\nclass B(Base):\n  def run(self):\n    go()\n";
  const inB = twice.replace(/go\(\)\n$/, "stop()\n");

  it.each([
    ["below its anchor", ["@@ class B(Base):", "-    go()", "+    stop()"], inB],
    ["below an anchor that is cut short", ["@@ class B", "-    go()", "+    stop()"], inB],
    ["below several anchors", ["@@ class B(Base):", "@@   def run(self):", "-    go()", "+    stop()"], inB],
    [
      "at an anchor that it repeats",
      ["@@ class B(Base):", " class B(Base):", "   def run(self):", "-    go()", "+    stop()"],
      inB,
    ],
    ["at the end of the file", ["@@", "-    go()", "+    stop()", "*** End of File"], inB],
    ["after the hunk before", [" class B(Base):", "@@", "-    go()", "+    stop()"], inB],
    ["near its line", ["@@ -6 +6 @@", "-    go()", "+    stop()"], inB],
    [
      "after its anchor, with new lines only",
      ["@@ class B", "+  x = 1"],
      twice.replace("Base):\n", "Base):\n  x = 1\n"),
    ],
    ["at the end, with new lines only", ["+class C: pass"], `${twice}class C: pass\n`],
  ])("is %s", async (_, lines, after) => {
    expect(await applied(twice, update(...lines))).toMatchObject({ ok: true, after });
  });

  it("is the first that fits, and the others are told", async () => {
    const { text, after } = await applied(twice, update("-    go()", "+    stop()"));
    expect(after).toBe(twice.replace("go()", "stop()"));
    expect(text).toBe("Applied the patch to 1 file:\nM a.txt\n[a.txt: it was applied at line 3, but fits line 6 too]");
  });

  it("that only nearly fits is told", async () => {
    const { text } = await applied("one \n\ttwo\n", update(" one", "@@", "-two", "+2"));
    expect(text.split("\n").slice(2)).toEqual([
      "[a.txt, hunk 1: the lines at 1 differ in trailing white space; they were kept]",
      "[a.txt, hunk 2: the lines at 2 differ in white space (is the indentation of the new lines right?); they were kept]",
    ]);
  });

  it("follows the lines that have moved", async () => {
    const patch = diff("@@ -4,3 +4,2 @@", " a", "-b", " c", "@@ -7,3 +6,2 @@", " a", "-b", " c");
    expect(await applied(moving, patch)).toMatchObject({ after: "a\nb\nc\na\nc\na\nc" });
    expect(await applied(`new\n${moving}`, patch)).toMatchObject({ after: "new\na\nb\nc\na\nc\na\nc" });
  });
});

describe("a patch is refused", () => {
  const six = "one\ntwo\nthree\nfour\nfive\nsix\n";

  it.each([
    [
      "with the nearest lines",
      ["@@", "-two", "+2", "@@", " four", "-fifth five", "+5"],
      "a.txt, hunk 2 (line 7 of the patch): these lines are not there, from line 3 on:\n  four\n  fifth five\nThe nearest lines are:\n4\tfour\n5\tfive",
    ],
    [
      "when nothing is like it",
      ["-zzz", "+2"],
      "a.txt (line 3 of the patch): these lines are not there:\n  zzz\nNothing in the file is like them; read it again.",
    ],
    [
      "when an anchor is missing",
      ["@@ class A", "-two"],
      "a.txt (line 4 of the patch): the line after @@ is not there:\n  class A\nNothing",
    ],
    [
      "when its lines are not at the end",
      ["-two", "*** End of File"],
      "its lines are at line 2, which is not the end of the file",
    ],
    ["when the end is another", ["-zzz", "*** End of File"], "at the end of the file:\n  zzz\nNothing in the file"],
    [
      "when hunks are out of order",
      ["@@", "-four", "@@", "-two"],
      "a.txt, hunk 2 (line 6 of the patch): its lines are at line 2, above the end of the hunk before it",
    ],
    [
      "when its lines stand above its anchor",
      ["@@ four", "-two"],
      "its lines are at line 2, which is not below its @@ line",
    ],
    ["when it changes nothing", ["-two", "+two"], "the patch changes nothing: every file already is as it wants it"],
    [
      "when new lines go past the end",
      ["@@ -9,0 +10 @@", "+ten"],
      "its new lines cannot go after line 9; the file has 6 lines",
    ],
  ])("%s", async (_, lines, message) => {
    const refused = { ok: false, category: "exception", message: expect.stringContaining(message), after: six };
    expect(await applied(six, update(...lines))).toMatchObject(refused);
  });
});
