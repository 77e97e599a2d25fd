/** `grep`, `find_files` and `list_directory` show what is there, page by page. */
import { mkdir, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findFiles } from "../../src/tools/find-files.ts";
import { grep } from "../../src/tools/grep.ts";
import { listDirectory } from "../../src/tools/list-directory.ts";
import { manyLines, workshop } from "./workshop.ts";

const files = {
  ".gitignore": "dist/\n",
  "a.ts": "one\ntwo\nthree\nfour\nfive\nsix two\n",
  "src/b.ts": "zero\nTWO\n",
  "src/c.md": "two (2)\n",
  "dist/d.ts": "two\n",
};

describe("grep", () => {
  it.each([
    [{}, "a.ts\n2: two\n6: six two\n\nsrc/c.md\n1: two (2)"],
    [{ ignore_case: true, glob: "*.ts" }, "a.ts\n2: two\n6: six two\n\nsrc/b.ts\n2: TWO"],
    [{ path: "src" }, "src/c.md\n1: two (2)"],
    [{ path: "a.ts", context: 1 }, "a.ts\n1- one\n2: two\n3- three\n--\n5- five\n6: six two"],
    [{ path: "a.ts", context: 2 }, "a.ts\n1- one\n2: two\n3- three\n4- four\n5- five\n6: six two"],
    [{ output: "files" }, "a.ts\nsrc/c.md"],
    [{ output: "counts" }, "a.ts: 2\nsrc/c.md: 1"],
    [{ output: "counts", limit: 1 }, "a.ts: 2\n[More matches follow: offset 1.]"],
    [{ output: "files", offset: 1 }, "src/c.md"],
    [{ limit: 1 }, "a.ts\n2: two\n[More matches follow: offset 1.]"],
    [{ limit: 1, offset: 1, context: 1 }, "a.ts\n5- five\n6: six two\n[More matches follow: offset 2.]"],
    [{ limit: 1, offset: 2 }, "src/c.md\n1: two (2)"],
    [{ offset: 3 }, "[No more matches after the first 3.]"],
    [{ pattern: "t.o \\(\\d" }, "src/c.md\n1: two (2)"],
    [{ pattern: "(2)", literal: true }, "src/c.md\n1: two (2)"],
    [
      { pattern: "missing" },
      "[No match for missing in .; hidden, binary and git-ignored files and credentials are not searched.]",
    ],
    [
      { pattern: "missing", glob: "*.ts" },
      "[No match for missing in ., files *.ts; hidden, binary and git-ignored files and credentials are not searched.]",
    ],
    [
      { pattern: "-e" },
      "[No match for -e in .; hidden, binary and git-ignored files and credentials are not searched.]",
    ],
  ])("%j", async (more, shown) => {
    const { use } = await workshop(files);
    expect(await use(grep, { pattern: "two", ...more })).toMatchObject({ ok: true, text: shown });
  });

  it("goes through many matches page by page, without a gap", async () => {
    const { use } = await workshop({ "a.txt": manyLines(100_000) });
    const { text } = await use(grep, { pattern: "line", limit: 2, offset: 99_997 });
    expect(text).toBe("a.txt\n99998: line 99998\n99999: line 99999\n[More matches follow: offset 99999.]");
  });

  it("cuts a line of a megabyte", async () => {
    const { use } = await workshop({ "a.js": `let a;${" ".repeat(1_000_000)}let b;\n` });
    expect((await use(grep, { pattern: "let b" })).text.length).toBeLessThan(600);
  });

  it("says what is wrong with a pattern", async () => {
    const { use } = await workshop(files);
    expect(await use(grep, { pattern: "two (" })).toMatchObject({
      ok: false,
      category: "invalid_arguments",
      message: expect.stringMatching(
        /^pattern "two \(" does not work as a regular expression; mend it, or set literal/,
      ),
    });
  });

  it.each(["missing", "../outside"])("names the path %s", async (path) => {
    const { use } = await workshop(files);
    expect(await use(grep, { pattern: "a", path })).toMatchObject({
      ok: false,
      message: expect.stringContaining(path),
    });
  });
});

describe("find_files", () => {
  it.each([
    [{ pattern: "*.ts" }, "src/b.ts\na.ts"],
    [{ pattern: "src/*" }, "src/c.md\nsrc/b.ts"],
    [{ pattern: "**/*.md" }, "src/c.md"],
    [{ pattern: "*", path: "src" }, "src/c.md\nsrc/b.ts"],
    [{ pattern: "*.ts", limit: 1 }, "src/b.ts\n[1 older file left out; raise limit or narrow the pattern.]"],
    [
      { pattern: "*.py", path: "src" },
      "[No file in src matches *.py; hidden and git-ignored files and credentials are not searched.]",
    ],
  ])("%j, newest first", async (asked, shown) => {
    const { use, root } = await workshop(files);
    for (const [index, path] of ["a.ts", "src/b.ts", "src/c.md"].entries())
      await utimes(join(root, path), 1_000_000 + index, 1_000_000 + index);
    expect(await use(findFiles, asked)).toMatchObject({ ok: true, text: shown });
  });

  it("does not leave the workspace", async () => {
    const { use } = await workshop();
    expect(await use(findFiles, { pattern: "*", path: "/etc" })).toMatchObject({ ok: false, category: "blocked" });
  });
});

describe("list_directory", () => {
  it("marks directories and links, and gives sizes", async () => {
    const { use, root } = await workshop({ "b.txt": "x".repeat(2000), ".hidden": "", "a/c.txt": "one" });
    await symlink("/etc", join(root, "link"));
    await mkdir(join(root, "empty"));
    expect((await use(listDirectory, {})).text).toBe(".hidden  0 B\na/\nb.txt  2.0 KB\nempty/\nlink@");
    expect((await use(listDirectory, { path: "a" })).text).toBe("c.txt  3 B");
    expect((await use(listDirectory, { path: "empty" })).text).toBe("[empty is empty.]");
  });

  it("is bounded", async () => {
    const many = Object.fromEntries(Array.from({ length: 502 }, (_, index) => [`f${1000 + index}`, ""]));
    const { use } = await workshop(many);
    const lines = (await use(listDirectory, {})).text.split("\n");
    expect(lines.slice(-2)).toEqual(["f1499  0 B", "[2 more names left out; find_files finds them by name.]"]);
  });

  it.each(["missing", "a.txt", "..", "link"])("says why not %s", async (path) => {
    const { use, root } = await workshop({ "a.txt": "" });
    await symlink("/etc", join(root, "link"));
    expect(await use(listDirectory, { path })).toMatchObject({ ok: false, message: expect.stringContaining(path) });
  });
});
