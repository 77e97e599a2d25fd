/** Patches are read as they are meant, in either format; what cannot be read is said with its line. */
import { describe, expect, it } from "vitest";
import type { FileChange } from "../../../src/tools/patch/patch.ts";
import { readPatch } from "../../../src/tools/patch/read-patch.ts";

const envelope = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

/** A change in short: hunks as their lines, with what places them before. */
const short = (change: FileChange): unknown => {
  if (change.kind === "add") return ["add", change.path, change.text];
  const hunks = change.hunks.map(({ lines, anchors, line, atEnd }) =>
    [
      ...anchors.map((anchor) => `@${anchor}`),
      ...(line === undefined ? [] : [`@${line}`]),
      ...lines.map(
        ({ kind, text, ending, last }) =>
          `${{ keep: " ", remove: "-", add: "+" }[kind]}${text}${ending === "\r\n" ? "\\r" : ""}${last ? "$" : ""}`,
      ),
      ...(atEnd ? ["@end"] : []),
    ].join("|"),
  );
  const to = change.kind === "update" && change.moveTo !== undefined ? [`> ${change.moveTo}`] : [];
  return [change.kind, change.path, ...to, ...hunks];
};
const read = (patch: string): unknown[] => readPatch(patch).map(short);

describe("the format of Codex", () => {
  it.each<[string, string[], unknown[]]>([
    ["a new file", ["*** Add File: a.txt", "+one", "+", "+two"], [["add", "a.txt", "one\n\ntwo\n"]]],
    ["an empty new file", ["*** Add File: a.txt"], [["add", "a.txt", ""]]],
    ["a new file with bare empty lines", ["*** Add File: a", "+one", "", "+two", ""], [["add", "a", "one\n\ntwo\n"]]],
    ["a deleted file", ["*** Delete File: a b.txt ", ""], [["delete", "a b.txt"]]],
    ["a rename", ["*** Update File: a", "*** Move to: b/c"], [["update", "a", "> b/c"]]],
    ["a hunk without @@", ["*** Update File: a", " x", "-y", "+z"], [["update", "a", " x|-y|+z"]]],
    ["a rename with a hunk", ["*** Update File: a", "*** Move to: b", "@@", "-y"], [["update", "a", "> b", "-y"]]],
    [
      "hunks with anchors",
      ["*** Update File: a", "@@ class A", "@@   def b():", "-y", "@@ class C", "+z"],
      [["update", "a", "@class A|@  def b():|-y", "@class C|+z"]],
    ],
    [
      "the end of a file",
      ["*** Update File: a", "@@", " x", "", "+y", "*** End of File", "*** Delete File: b"],
      [
        ["update", "a", " x| |+y|@end"],
        ["delete", "b"],
      ],
    ],
    [
      "empty lines that only part hunks",
      ["*** Update File: a", "@@", " x", "", "-y", "+", "", "@@", "-z", "", ""],
      [["update", "a", " x| |-y|+", "-z"]],
    ],
    ["a header with numbers", ["*** Update File: a", "@@ -7,2 +7,2 @@", "-y"], [["update", "a", "@7|-y"]]],
    [
      "lines that look like markers",
      ["*** Update File: a", " *** End Patch", "-*** Delete File: b", "+@@"],
      [["update", "a", " *** End Patch|-*** Delete File: b|+@@"]],
    ],
    [
      "a unified diff in the envelope",
      ["--- a/x", "+++ b/x", "@@ -1 +1 @@", "-y", "+z"],
      [["update", "x", "@1|-y|+z"]],
    ],
  ])("%s", (_, lines, changes) => {
    expect(read(envelope(...lines))).toEqual(changes);
  });

  it.each([
    ["a shell", (patch: string) => `apply_patch <<'EOF'\n${patch}\nEOF\n`],
    ["a page", (patch: string) => `\n\`\`\`diff\n${patch}\n\`\`\`\n`],
    ["CRLF", (patch: string) => `${patch.replaceAll("\n", "\r\n")}\r\n`],
    ["CRLF, cut short", (patch: string) => patch.replaceAll("\n", "\r\n")],
    ["a byte order mark", (patch: string) => `\uFEFF${patch}`],
  ])("in %s", (_, wrap) => {
    expect(read(wrap(envelope("*** Update File: a", "-y", "+z")))).toEqual([["update", "a", "-y|+z"]]);
  });

  it.each([
    ["", "a patch begins with *** Begin Patch, or is a unified diff"],
    ["*** Begin Patch\n*** Delete File: a", "the patch has no *** End Patch; it seems to be cut off"],
    [envelope(), "the patch changes no file"],
    [envelope("*** Add File:"), "line 2 of the patch names no file"],
    [envelope("*** Update File: a", "*** Move to: "), "line 3 of the patch names no file"],
    [envelope("*** Rename File: a"), 'line 2 of the patch belongs to no file: "*** Rename File: a"'],
    [envelope("*** Delete File: a", "-y"), 'line 3 of the patch belongs to no file: "-y"'],
    [envelope("*** Add File: a", "+one", "two"), "line 4 of the patch: every line of the new file a begins with +"],
    [envelope("*** Update File: a"), "the patch says to update a, but not how"],
    [
      envelope("*** Update File: a", "-y", "z"),
      'line 4 of the patch, in a, begins with none of space, +, - and @@: "z"',
    ],
    [`${envelope("*** Delete File: a")}\nand so on`, 'line 4 stands outside of the patch: "and so on"'],
  ])("%j is refused", (patch, message) => {
    expect(() => readPatch(patch)).toThrow(message);
  });
});

const header = ["--- a/x.txt", "+++ b/x.txt"];

describe("a unified diff", () => {
  it.each<[string, string[], unknown[]]>([
    ["of one file", [...header, "@@ -3,2 +3,2 @@ class A", " x", "-y", "+z"], [["update", "x.txt", "@3| x|-y|+z"]]],
    [
      "without git's letters",
      ["--- x.txt\t2026-01-01", "+++ x.txt\t2026-01-02", "@@ -1 +1 @@", "-y", "+z"],
      [["update", "x.txt", "@1|-y|+z"]],
    ],
    ["in the directory a", ["--- a/x", "+++ a/x", "@@ -1 +1 @@", "-y", "+z"], [["update", "a/x", "@1|-y|+z"]]],
    ["against a copy", ["--- x.c.orig", "+++ x.c", "@@ -1 +1 @@", "-y", "+z"], [["update", "x.c", "@1|-y|+z"]]],
    ["of a new file", ["--- /dev/null", "+++ b/n/x", "@@ -0,0 +1,2 @@", "+y", "+z"], [["add", "n/x", "y\nz\n"]]],
    ["of a deleted file", ["--- a/x", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-y", "-z"], [["delete", "x", "@1|-y|-z"]]],
    [
      "without a final newline",
      [...header, "@@ -1 +1 @@", "-y", String.raw`\ No newline at end of file`, "+z"],
      [["update", "x.txt", "@1|-y$|+z"]],
    ],
    [
      "that ends without one",
      ["--- /dev/null", "+++ b/x", "@@ -0,0 +1 @@", "+y", String.raw`\ No newline at end of file`],
      [["add", "x", "y"]],
    ],
    [
      "of git, with a rename and more",
      [
        "From 1234 Mon Sep 17 00:00:00 2001",
        "- a list, as in a message",
        "---",
        " 3 files changed",
        "diff --git a/old.ts b/new.ts",
        "similarity index 90%",
        "rename from old.ts",
        "rename to new.ts",
        "index 111..222 100644",
        "--- a/old.ts",
        "+++ b/new.ts",
        "@@ -1,2 +1,2 @@",
        " x",
        "-y",
        "+z",
        "diff --git a/empty b/empty",
        "new file mode 100644",
        "index 000..e69",
        "diff --git a/dir/gone b/dir/gone",
        "deleted file mode 100644",
        "diff --git a/p q.ts b/p r.ts",
        "similarity index 100%",
        "rename from p q.ts",
        "rename to p r.ts",
        "-- ",
        "2.39.5",
      ],
      [
        ["update", "old.ts", "> new.ts", "@1| x|-y|+z"],
        ["add", "empty", ""],
        ["delete", "dir/gone"],
        ["update", "p q.ts", "> p r.ts"],
      ],
    ],
    [
      "with quoted names",
      [String.raw`--- "a/gr\303\274n \"x\".txt"`, String.raw`+++ "b/gr\303\274n \"x\".txt"`, "@@ -1 +1 @@", "-y", "+z"],
      [["update", 'grün "x".txt', "@1|-y|+z"]],
    ],
    [
      "with lines like headers",
      [...header, "@@ -1,2 +1,2 @@", "--- b", "-@@ -1 +1 @@", "+++ c", "+diff --git d"],
      [["update", "x.txt", "@1|--- b|-@@ -1 +1 @@|+++ c|+diff --git d"]],
    ],
    [
      "with wrong counts",
      [...header, "@@ -1,9 +1,2 @@", " x", "-y", "+z", "", "@@ -20,1 +20,1 @@", " v", "-w"],
      [["update", "x.txt", "@1| x|-y|+z", "@20| v|-w"]],
    ],
    ["with too small counts", [...header, "@@ -1 +1 @@", "-y", "+z", "+w"], [["update", "x.txt", "@1|-y|+z|+w"]]],
    [
      "with nothing but @@",
      [...header, "@@ ... @@", "-y", "@@ def a():", "+z"],
      [["update", "x.txt", "-y", "@def a():|+z"]],
    ],
    ["with stripped context", [...header, "@@ -1,3 +1,2 @@", " x", "", "-y"], [["update", "x.txt", "@1| x| |-y"]]],
  ])("%s", (_, lines, changes) => {
    expect(read(`${lines.join("\n")}\n`)).toEqual(changes);
    expect(read(lines.join("\n"))).toEqual(changes);
  });

  it("of a CRLF file tells its line endings", () => {
    const patch = `${[...header, "@@ -1,2 +1,2 @@", " x\r", "-y\r", "+z"].join("\n")}\n`;
    expect(read(patch)).toEqual([["update", "x.txt", String.raw`@1| x\r|-y\r|+z`]]);
    expect(read(patch.replaceAll(/\r?\n/g, "\r\n"))).toEqual([["update", "x.txt", "@1| x|-y|+z"]]);
  });

  it.each([
    ["@@ -1 +1 @@\n-y\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-y", "the hunk at line 1 of the patch belongs to no file"],
    ["diff --git a/x b/y\nindex 1..2", "line 1 of the patch does not say which file it is about"],
    ["diff --git a/x b/x\nold mode 100644\nnew mode 100755", "the patch changes nothing in x; for permission bits"],
    ["diff --git a/x b/x\nBinary files a/x and b/x differ", "line 2 of the patch cannot be done: Binary files"],
    ["diff --git a/x b/y\ncopy from x\ncopy to y", "line 2 of the patch cannot be done: copy from x"],
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@", "the hunk at line 3 of the patch has no lines"],
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n-y\nz", 'line 5 of the patch begins with none of space, + and -: "z"'],
    [
      "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n z",
      "the patch makes x as a new file, but has lines in it that do not",
    ],
    ["--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-y", "line 1 of the patch names /dev/null twice"],
  ])("%j is refused", (patch, message) => {
    expect(() => readPatch(patch)).toThrow(message);
  });
});
