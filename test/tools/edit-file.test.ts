/** `edit_file` changes what it is asked to and not one byte else; when it cannot, it shows why. */
import { describe, expect, it } from "vitest";
import { editFile } from "../../src/tools/edit-file.ts";
import { manyLines, workshop } from "./workshop.ts";

const edit = async (content: string | Uint8Array, old_string: string, new_string: string, more: object = {}) => {
  const shop = await workshop({ "a.txt": content });
  const outcome = await shop.use(editFile, { path: "a.txt", old_string, new_string, ...more });
  return { ...outcome, after: (await shop.bytes("a.txt")).toString() };
};

describe("an edit", () => {
  it("changes the one occurrence, shows the lines, keeps the diff for people", async () => {
    expect(await edit("one\ntwo\nthree\nfour\n", "two\nthree", "2\n3\n3½")).toEqual({
      ok: true,
      parts: [{ type: "text", text: "Edited a.txt; it now reads:\n1\tone\n2\t2\n3\t3\n4\t3½\n5\tfour" }],
      diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,5 @@\n one\n-two\n-three\n+2\n+3\n+3½\n four\n",
      files: ["a.txt"],
      text: "Edited a.txt; it now reads:\n1\tone\n2\t2\n3\t3\n4\t3½\n5\tfour",
      after: "one\n2\n3\n3½\nfour\n",
    });
  });

  it.each([
    ["within a line", "let a = 1;\n", "1", "2", "let a = 2;\n"],
    ["without a final newline", "one\ntwo", "two", "2", "one\n2"],
    ["that takes lines away", "one\ntwo\nthree\n", "two\n", "", "one\nthree\n"],
    ["that empties the file", "one\n", "one\n", "", ""],
    ["with characters that patterns know", "cost: X\n", "X", "$& $1 $$ $' \\n", "cost: $& $1 $$ $' \\n\n"],
    ["that wants what patterns know", "a.*b(\n", ".*b(", "-", "a-\n"],
    ["of text of the whole world", "grüß 👋 日本\n", "👋 日", "🙂", "grüß 🙂本\n"],
    ["in CRLF, wanted with LF", "one\r\ntwo\r\nthree\r\n", "one\ntwo\n", "1\n2\n2½\n", "1\r\n2\r\n2½\r\nthree\r\n"],
    ["in CRLF, wanted with CRLF", "one\r\ntwo\r\n", "one\r\ntwo", "1\r\n2", "1\r\n2\r\n"],
    ["in LF, wanted with CRLF", "one\ntwo\n", "one\r\ntwo", "1\r\n2", "1\n2\n"],
    ["beside other line endings", "a\nb\r\nc\nd\r\n", "b\nc", "B\nC", "a\nB\nC\nd\r\n"],
    ["after a byte order mark", "\uFEFFone\r\n", "one", "1", "\uFEFF1\r\n"],
  ])("%s", async (_, before, wanted, replacement, after) => {
    expect(await edit(before, wanted, replacement)).toMatchObject({ ok: true, after });
  });

  it("replaces all, and what it puts in is not replaced again", async () => {
    const outcome = await edit("a\r\naa\r\nb", "a", "aa\n", { replace_all: true });
    expect(outcome).toMatchObject({ ok: true, text: "Replaced 3 occurrences in a.txt." });
    expect(outcome.after).toBe("aa\r\n\r\naa\r\naa\r\n\r\nb");
  });

  it("shows only a few lines of a large change", async () => {
    const { text } = await edit("one\n", "one", manyLines(1000));
    expect(text.split("\n")).toHaveLength(13);
  });
});

describe("an edit is refused", () => {
  it.each([
    ["old_string is empty; give the text to replace, or use write_file.", "one\n", "", "1"],
    ["old_string and new_string are the same; nothing would change.", "one\n", "one", "one"],
    [
      "old_string occurs 3 times in a.txt, at lines 1, 2, 2; take in lines around it until it is unique, or set replace_all.",
      "a\na a\n",
      "a",
      "b",
    ],
    ["old_string is not in a.txt, nor anything like it; read the file again.", "one\n", "missing", "b"],
    ["old_string is not in a.txt, nor anything like it; read the file again.", "", "missing", "b"],
    [
      "old_string is not in a.txt: it seems to hold the line numbers of read_file, which are not in the file.",
      "one\ntwo\n",
      "1\tone\n2\ttwo",
      "b",
    ],
    [
      "old_string is not in a.txt. These lines differ from it only in white space:\n2\t\tif (a) {\n3\t\t\tb();",
      "top\n\tif (a) {\n\t\tb();\n\t}\n",
      "  if (a) {\n    b();",
      "c",
    ],
    [
      "old_string is not in a.txt. The nearest lines are:\n2\tconst total = sum(prices);\n3\treturn total;",
      "start\nconst total = sum(prices);\nreturn total;\nend\n",
      "const total = sum(costs);\nreturn total;",
      "c",
    ],
    [
      "old_string is not in a.txt. The nearest lines are:\n2\tconst total = sum(prices, taxes);",
      "start\nconst total = sum(prices, taxes);\nend\n",
      "const total = sum(prices, tax);",
      "c",
    ],
  ])("%s", async (message, before, wanted, replacement) => {
    const refused = { ok: false, category: "exception", message, after: before };
    expect(await edit(before, wanted, replacement)).toMatchObject(refused);
  });

  it("with the nearest of 50,000 lines, soon", async () => {
    const lines = Array.from(
      { length: 50_000 },
      (_, index) => `  const value${index} = compute(input, ${index});\n}\n`,
    );
    const began = performance.now();
    const { ok, ...outcome } = await edit(lines.join(""), "const value40000 = compute(input, 41000);\n}", "");
    expect(performance.now() - began).toBeLessThan(2000);
    expect(outcome).toMatchObject({
      message: expect.stringContaining("80001\t  const value40000 = compute(input, 40000);"),
    });
    expect(ok).toBe(false);
  });

  it.each([
    ["a.txt is binary; edit_file changes text files only.", Buffer.from("one\0")],
    [
      "a.txt is UTF-16, so writing it back would damage it; use bash with iconv or sed.",
      Buffer.from("\uFEFFone", "utf16le"),
    ],
    [
      "a.txt is not valid UTF-8, so writing it back would damage it; use bash with iconv or sed.",
      Buffer.from("grüß dich, one\n", "latin1"),
    ],
  ])("%s", async (message, before) => {
    expect(await edit(before, "one", "1")).toMatchObject({ ok: false, message });
  });

  it.each(["missing.txt", "../outside.txt"])("in %s, with a sentence that names it", async (path) => {
    const { use } = await workshop();
    const outcome = await use(editFile, { path, old_string: "a", new_string: "b" });
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining(path) });
  });
});

describe("a preview", () => {
  it("is the diff, or why there is none", async () => {
    const { world } = await workshop({ "a.txt": "one\n" });
    const asked = { path: "a.txt", new_string: "2", replace_all: false };
    const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+2\n";
    expect(await editFile.preview?.({ ...asked, old_string: "one" }, world)).toBe(diff);
    expect(await editFile.preview?.({ ...asked, old_string: "six" }, world)).toMatch(
      /^This edit would fail: old_string/,
    );
  });
});
