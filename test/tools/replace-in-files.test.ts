/** `replace_in_files` changes what matches in all files or in none, and counts. */
import { describe, expect, it } from "vitest";
import type { Files } from "../../src/contract/world.ts";
import { replaceInFiles } from "../../src/tools/replace-in-files.ts";
import { toolConformance } from "../../src/testing/conformance/tool.ts";
import { workshop, worldWith } from "./workshop.ts";

const files = { "src/a.ts": "let a = old(1);\nold(2)\n", "src/deep/b.ts": "old(3)", "c.md": "old(4)\n" };
const all = { glob: "*.ts", find: "old", replace: "young" };

toolConformance(replaceInFiles, {
  open: () => worldWith(files),
  good: [all, { ...all, glob: "src/*.ts" }, { ...all, find: String.raw`old\((\d)\)`, replace: "o[$1]", regex: true }],
  bad: [{}, { glob: "*.ts", find: "", replace: "x" }, { ...all, regex: "yes" }, { glob: "*.ts", find: "old" }],
});

describe("a replacement", () => {
  it("is done in every file that matches, and counted", async () => {
    const { use, text } = await workshop(files);
    expect(await use(replaceInFiles, all)).toMatchObject({
      ok: true,
      text: "Replaced 3 occurrences in 2 files:\nsrc/a.ts: 2\nsrc/deep/b.ts: 1",
      files: ["src/a.ts", "src/deep/b.ts"],
      diff: expect.stringContaining("--- a/src/deep/b.ts\n+++ b/src/deep/b.ts\n@@ -1,1 +1,1 @@\n-old(3)\n"),
    });
    expect(await text("src/a.ts")).toBe("let a = young(1);\nyoung(2)\n");
    expect(await text("c.md")).toBe(files["c.md"]);
  });

  it.each([
    ["literal signs", "a.b(a.b)", { find: "a.b", replace: "$1$&" }, "$1$&($1$&)"],
    ["literal lines", "a\r\nb\r\nc\r\n", { find: "a\nb", replace: "1\n2\n3" }, "1\r\n2\r\n3\r\nc\r\n"],
    ["upper and lower case", "Old OLD old", { find: "old", replace: "$x", ignore_case: true }, "$x $x $x"],
    [
      "groups",
      "f(1, 2)",
      { find: String.raw`f\((\d), (?<b>\d)\)`, replace: "g($<b>, $1) $& $$ $3 $12", regex: true },
      "g(2, 1) f(1, 2) $ $3 12",
    ],
    [
      "lines by themselves",
      "a1\r\nb2\r\n",
      { find: String.raw`^(\w)(\d)$`, replace: "$2$1", regex: true },
      "1a\r\n2b\r\n",
    ],
    ["no line break unless it may", 'x "a\nb" y\n', { find: '"[^"]*"', replace: "-", regex: true }, 'x "a\nb" y\n'],
    [
      "across lines when it may",
      'x "a\nb" y\n',
      { find: '"[^"]*"', replace: "-", regex: true, multiline: true },
      "x - y\n",
    ],
    ["empty matches", "ab", { find: "x*", replace: "-", regex: true }, "-a-b-"],
    ["what was put in is not searched", "aa", { find: "a", replace: "aa" }, "aaaa"],
    ["a byte order mark stays", "\uFEFFa\n", { find: "a", replace: "b" }, "\uFEFFb\n"],
    ["harmless escapes", "a-b", { find: String.raw`a\-b`, replace: "c", regex: true }, "c"],
  ])("%s", async (_, before, query, after) => {
    const { use, text } = await workshop({ "a.txt": before });
    expect(await use(replaceInFiles, { glob: "a.txt", ...query })).toMatchObject({ ok: true });
    expect(await text("a.txt")).toBe(after);
  });

  it("is only shown when it is tried out", async () => {
    const { use, text, world } = await workshop(files);
    const asked = { ...all, glob: "src/a.ts", dry_run: true };
    const shown = await use(replaceInFiles, asked);
    expect(shown.text).toMatch(/^Would replace 2 occurrences in 1 file:\nsrc\/a\.ts: 2\n--- a\/src\/a\.ts\n/);
    expect(shown).not.toHaveProperty("files");
    expect(await text("src/a.ts")).toBe(files["src/a.ts"]);
    const parsed = replaceInFiles.input.parse(asked);
    expect(parsed.ok && (await replaceInFiles.preview?.(parsed.value, world))).toContain("+young(2)");
  });

  it.each([
    [
      { ...all, glob: "*.rs" },
      "[No file matches *.rs; hidden and git-ignored files and credentials are not searched.]",
    ],
    [{ ...all, find: "none" }, '[Nothing was replaced: no "none" in 2 files (*.ts).]'],
    [
      { ...all, find: "n.ne", regex: true, path: "src" },
      '[Nothing was replaced: no match for "n.ne" in 2 files (*.ts in src).]',
    ],
  ])("%j finds nothing, and says so", async (query, message) => {
    const { use } = await workshop(files);
    expect(await use(replaceInFiles, query)).toMatchObject({ ok: true, text: message });
  });
});

describe("nothing is replaced", () => {
  it.each([
    ["invalid_arguments", { find: "(", regex: true }, "find is not a regular expression of JavaScript"],
    ["invalid_arguments", { find: "(a+)+b", regex: true }, 'find "(a+)+b" repeats a group that ends in a repetition'],
  ])("by a pattern that is no good (%s): %j", async (category, query, message) => {
    const { use } = await workshop(files);
    const refused = { ok: false, category, message: expect.stringContaining(message) };
    expect(await use(replaceInFiles, { ...all, ...query })).toMatchObject(refused);
  });

  it("in a file that would be damaged, nor in any other", async () => {
    const { use, text } = await workshop({
      "a.txt": "old",
      "b.txt": Buffer.from("old grüß, and more", "latin1"),
      "c.bin": "old\0",
    });
    expect(await use(replaceInFiles, { ...all, glob: "*.*" })).toMatchObject({
      ok: false,
      message: "b.txt is not valid UTF-8, so writing it back would damage it; nothing was changed",
    });
    expect(await text("a.txt")).toBe("old");
  });

  it("when a write fails: what was written is put back", async () => {
    const { use, text, world } = await workshop(files);
    const write: Files["write"] = (path, content) =>
      path.endsWith("b.ts") ? Promise.reject(new Error("the disk is full")) : world.files.write(path, content);
    const outcome = await use(replaceInFiles, all, { world: { ...world, files: { ...world.files, write } } });
    expect(outcome).toMatchObject({ ok: false, message: "the disk is full; every file is as it was before" });
    expect(await text("src/a.ts")).toBe(files["src/a.ts"]);
  });

  it("in a line that is too long for a regular expression", async () => {
    const { use } = await workshop({ "a.min.js": "old".repeat(10_000) });
    expect(await use(replaceInFiles, { ...all, glob: "*.js", regex: true })).toMatchObject({
      ok: false,
      message: "a.min.js has a line of 30000 characters, too long for a regular expression; nothing was changed",
    });
    expect(await use(replaceInFiles, { ...all, glob: "*.js" })).toMatchObject({ ok: true });
  });
});
