/** `write_file` writes exactly what it is given, and says what it replaced. */
import { describe, expect, it } from "vitest";
import { writeFile } from "../../src/tools/write-file.ts";
import { manyLines, workshop } from "./workshop.ts";

describe("write_file", () => {
  it("makes a file and its directories", async () => {
    const { use, text } = await workshop();
    expect(await use(writeFile, { path: "a/b/c.txt", content: "one\ntwo\n" })).toEqual({
      ok: true,
      parts: [{ type: "text", text: "Created a/b/c.txt (2 lines)." }],
      diff: "--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n",
      files: ["a/b/c.txt"],
      text: "Created a/b/c.txt (2 lines).",
    });
    expect(await text("a/b/c.txt")).toBe("one\ntwo\n");
  });

  it("replaces a file", async () => {
    const { use, text } = await workshop({ "a.txt": "one\ntwo\n" });
    expect(await use(writeFile, { path: "a.txt", content: "one" })).toMatchObject({
      text: "Replaced a.txt (1 line, before 2).",
      diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,1 @@\n-one\n-two\n+one\n\\ No newline at end of file\n",
    });
    expect(await text("a.txt")).toBe("one");
  });

  it.each([
    ["an empty file", "", "Replaced a.txt (1 line, before 0)."],
    ["the same content", "one\n", "Replaced a.txt (1 line, before 1)."],
    ["CRLF", "one\r\n", "Replaced a.txt (1 line, before 1). The file before had CRLF line endings; this one has not."],
    [
      "a byte order mark",
      "\uFEFFone\n",
      "Replaced a.txt (1 line, before 1). The file before had a byte order mark; this one has not.",
    ],
    ["a binary", Buffer.alloc(9), "Replaced a.txt (1 line); what was there is no text, or too large to compare."],
  ])("over %s keeps to what it was given", async (_, before, said) => {
    const { use, bytes } = await workshop({ "a.txt": before });
    expect(await use(writeFile, { path: "a.txt", content: "one\n" })).toMatchObject({ ok: true, text: said });
    expect((await bytes("a.txt")).toString()).toBe("one\n");
  });

  it("writes 100,000 lines over 100,000 others soon", async () => {
    const { use } = await workshop({ "a.txt": manyLines(100_000) });
    const began = performance.now();
    const { diff } = (await use(writeFile, {
      path: "a.txt",
      content: manyLines(100_000).replaceAll("line", "row"),
    })) as { diff: string };
    expect(performance.now() - began).toBeLessThan(3000);
    expect(diff.split("\n", 4)).toEqual(["--- a/a.txt", "+++ b/a.txt", "@@ -1,100000 +1,100000 @@", "-line 1"]);
  });

  it("previews the diff and touches nothing", async () => {
    const { world, text } = await workshop({ "a.txt": "one\n" });
    const preview = await writeFile.preview?.({ path: "a.txt", content: "two\n" }, world);
    expect(preview).toBe("--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+two\n");
    expect(await text("a.txt")).toBe("one\n");
  });

  it.each(["../outside.txt", "/etc/kelson-was-here"])("refuses %s", async (path) => {
    const { use } = await workshop();
    expect(await use(writeFile, { path, content: "" })).toMatchObject({
      ok: false,
      category: "blocked",
      message: expect.stringContaining(path),
    });
  });
});
