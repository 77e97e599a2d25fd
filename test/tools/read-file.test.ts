/** `read_file` shows text as it is, and says what is not text. */
import { chmod, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFile } from "../../src/tools/read-file.ts";
import { manyLines, workshop } from "./workshop.ts";

const read = async (content: string | Uint8Array, range: object = {}) => {
  const { use } = await workshop({ "a.txt": content });
  return use(readFile, { path: "a.txt", ...range });
};

describe("text", () => {
  it.each([
    ["a plain file", "one\ntwo\n", "1\tone\n2\ttwo"],
    ["an empty file", "", "[a.txt is empty.]"],
    ["a file with a byte order mark only", "\uFEFF", "[a.txt is empty.]"],
    ["a single line break", "\n", "1\t"],
    ["no newline at the end", "one\ntwo", "1\tone\n2\ttwo\n[no newline at the end]"],
    ["CRLF", "one\r\ntwo\r\n", "1\tone\n2\ttwo\n[CRLF line endings]"],
    ["mixed line endings", "one\r\ntwo\n", "1\tone\n2\ttwo\n[mixed line endings]"],
    ["a byte order mark", "\uFEFFone\n", "1\tone\n[byte order mark]"],
    ["all at once", "\uFEFFone\r\ntwo", "1\tone\n2\ttwo\n[CRLF line endings; byte order mark; no newline at the end]"],
    ["text of the whole world", "grüß dich 👋 日本\n", "1\tgrüß dich 👋 日本"],
  ])("%s", async (_, content, shown) => {
    expect(await read(content)).toMatchObject({ ok: true, text: shown });
  });

  it("in UTF-16 is read and said", async () => {
    expect(await read(Buffer.from("\uFEFFgrüß\n", "utf16le"))).toMatchObject({ text: "1\tgrüß\n[UTF-16]" });
  });

  it("in Latin-1 is read as far as it can be, and said", async () => {
    const shown = "1\tgr\uFFFD\uFFFD dich\n[not valid UTF-8: what could not be read is shown as \uFFFD]";
    expect(await read(Buffer.from("grüß dich\n", "latin1"))).toMatchObject({ text: shown });
  });

  it("has over-long lines cut, never inside a character", async () => {
    const { text } = await read(`${"x".repeat(1999)}👋${"y".repeat(10_000)}\nshort\n`);
    expect(text).toBe(`1\t${"x".repeat(1999)}… [10,002 more characters]\n2\tshort`);
  });
});

describe("a range", () => {
  it("shows 500 lines whole, and the first 100 of more", async () => {
    expect((await read(manyLines(500))).text.split("\n")).toHaveLength(500);
    const { text } = await read(manyLines(501));
    expect(text.split("\n").slice(-2)).toEqual(["100\tline 100", "[lines 1-100 of 501; go on with start_line 101]"]);
  });

  it.each([
    [{ start_line: 99_999 }, "99999\tline 99999\n100000\tline 100000\n[lines 99,999-100,000 of 100,000]"],
    [{ start_line: 2, end_line: 3 }, "2\tline 2\n3\tline 3\n[lines 2-3 of 100,000; go on with start_line 4]"],
    [{ end_line: 1 }, "1\tline 1\n[lines 1-1 of 100,000; go on with start_line 2]"],
  ])("%j of 100,000 lines", async (range, shown) => {
    expect(await read(manyLines(100_000), range)).toMatchObject({ ok: true, text: shown });
  });

  it("is bounded", async () => {
    const { text } = await read(manyLines(100_000), { start_line: 11, end_line: 100_000 });
    expect(text).toMatch(/2010\tline 2010\n\[lines 11-2,010 of 100,000; go on with start_line 2011\]$/);
  });

  it.each([
    [{ start_line: 4 }, "start_line 4 is past the end: a.txt has 3 lines."],
    [{ start_line: 3, end_line: 2 }, "end_line 2 is before start_line 3."],
  ])("%j that is none is said", async (range, message) => {
    expect(await read(manyLines(3), range)).toMatchObject({ ok: false, message });
  });
});

describe("what is not a text file", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

  it.each([
    ["an image", png, "a.txt is not text but binary (image/png, 16 B)."],
    ["zero bytes", Buffer.alloc(5000), "a.txt is not text but binary (of unknown type, 4.9 KB)."],
    ["noise without zero bytes", Buffer.alloc(99, 0xe7), "a.txt is not text but binary (of unknown type, 99 B)."],
  ])("%s", async (_, content, message) => {
    expect(await read(content)).toMatchObject({ ok: false, category: "exception", message });
  });

  it("a directory", async () => {
    const { use } = await workshop({ "src/a.ts": "" });
    const message = "src is a directory; list_directory shows what is in it.";
    expect(await use(readFile, { path: "src" })).toMatchObject({ ok: false, message });
  });

  it("a file too large to hold", async () => {
    const { use, root } = await workshop({ "huge.log": "" });
    await truncate(join(root, "huge.log"), 3 * 1024 ** 3);
    expect(await use(readFile, { path: "huge.log" })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^huge\.log has 3\.0 GB, more than the 20\.0 MB .* grep/),
    });
  });

  it("a file that is missing, or outside", async () => {
    const { use, root } = await workshop({ "a.txt": "" });
    await symlink("/etc/hostname", join(root, "link"));
    expect(await use(readFile, { path: "no/such.txt" })).toMatchObject({
      ok: false,
      category: "exception",
      message: expect.stringContaining("no/such.txt"),
    });
    for (const path of ["../outside.txt", "/etc/hostname", "link"]) {
      const blocked = { ok: false, category: "blocked", message: expect.stringContaining(path) };
      expect(await use(readFile, { path })).toMatchObject(blocked);
    }
  });

  it.skipIf(process.getuid?.() === 0)("a file that must not be read", async () => {
    const { use, root } = await workshop({ "a.txt": "secret" });
    await chmod(join(root, "a.txt"), 0);
    expect(await use(readFile, { path: "a.txt" })).toMatchObject({
      ok: false,
      message: expect.stringContaining("a.txt"),
    });
  });
});
