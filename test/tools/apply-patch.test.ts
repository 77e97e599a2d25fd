/** `apply_patch` does all that a patch says or nothing, and keeps every byte that the patch does not speak of. */
import { chmod, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Files } from "../../src/contract/world.ts";
import { applyPatch } from "../../src/tools/apply-patch.ts";
import { toolConformance } from "../../src/testing/conformance/tool.ts";
import { applied, diff, envelope, update } from "./patch/patches.ts";
import { workshop, worldWith } from "./workshop.ts";

toolConformance(applyPatch, {
  open: () => worldWith({ "a.txt": "one\ntwo\n", "b.txt": "b\n" }),
  good: [
    { patch: update("-two", "+2") },
    { patch: diff("@@ -1,2 +1,2 @@", " one", "-two", "+2") },
    { patch: envelope("*** Add File: c/d.txt", "+new") },
    { patch: envelope("*** Delete File: b.txt") },
  ],
  bad: [{}, { patch: "one" }, { patch: 1 }, { patch: update("-two"), path: "a.txt" }],
});

describe("a patch over several files", () => {
  const files = { "src/app.py": "def greet():\n    print('Hi')\n", "old.txt": "old\n", "keep.txt": "keep\n" };
  const patch = envelope(
    "*** Add File: docs/new.md",
    "+# New",
    "*** Update File: src/app.py",
    "*** Move to: src/main.py",
    "@@ def greet():",
    "-    print('Hi')",
    "+    print('Hello')",
    "*** Delete File: old.txt",
  );

  it("is done and told", async () => {
    const { use, text, root } = await workshop(files);
    const outcome = await use(applyPatch, { patch });
    expect(outcome).toMatchObject({
      ok: true,
      text: "Applied the patch to 3 files:\nA docs/new.md\nR src/app.py → src/main.py\nD old.txt",
      files: ["docs/new.md", "src/app.py", "src/main.py", "old.txt"],
      diff: [
        "--- /dev/null\n+++ b/docs/new.md\n@@ -0,0 +1,1 @@\n+# New\n",
        "rename from src/app.py\nrename to src/main.py\n--- a/src/app.py\n+++ b/src/main.py\n",
        "@@ -1,2 +1,2 @@\n def greet():\n-    print('Hi')\n+    print('Hello')\n",
        "--- a/old.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-old\n",
      ].join(""),
    });
    expect(await text("src/main.py")).toBe("def greet():\n    print('Hello')\n");
    expect(await text("docs/new.md")).toBe("# New\n");
    await expect(stat(join(root, "old.txt"))).rejects.toThrow("ENOENT");
    await expect(stat(join(root, "src/app.py"))).rejects.toThrow("ENOENT");
  });

  it("is previewed without a change", async () => {
    const { world, text } = await workshop(files);
    expect(await applyPatch.preview?.({ patch }, world)).toContain("+    print('Hello')");
    expect(await text("old.txt")).toBe("old\n");
    const wrong = envelope("*** Delete File: none.txt");
    expect(await applyPatch.preview?.({ patch: wrong }, world)).toBe(
      "This patch would fail: there is no file none.txt to delete",
    );
  });

  it("names every path that it would touch", () => {
    const paths = ["docs/new.md", "src/app.py", "src/main.py", "old.txt"];
    expect(applyPatch.targets({ patch })).toEqual(paths.map((path) => ({ kind: "path", path, access: "write" })));
  });

  it("changes nothing when one change does not fit", async () => {
    const { use, text, root } = await workshop({ ...files, "src/app.py": "else\n" });
    expect(await use(applyPatch, { patch })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^nothing was/),
    });
    expect(await text("old.txt")).toBe("old\n");
    await expect(stat(join(root, "docs"))).rejects.toThrow("ENOENT");
  });

  it.each([
    ["write", "src/main.py", "Error: no room; every file is as it was before"],
    ["remove", "old.txt", "Error: no room; every file is as it was before"],
  ] as const)("puts back what it wrote when a %s fails", async (method, at, message) => {
    const { use, text, root, world } = await workshop(files);
    const broken = async (path: string, ...rest: [never]): Promise<void> => {
      if (path === at) throw new Error("Error: no room");
      await world.files[method](path, ...rest);
    };
    const held: Files = { ...world.files, [method]: broken };
    expect(await use(applyPatch, { patch }, { world: { ...world, files: held } })).toMatchObject({
      ok: false,
      message,
    });
    for (const [path, content] of Object.entries(files)) expect(await text(path)).toBe(content);
    for (const path of ["docs", "src/main.py"]) await expect(stat(join(root, path))).rejects.toThrow("ENOENT");
  });

  it("says what it could not put back", async () => {
    const { use, world } = await workshop(files);
    const held: Files = {
      ...world.files,
      write: (path) =>
        path.startsWith("docs") ? Promise.resolve() : Promise.reject(new Error(`cannot write ${path}`)),
      remove: (path) => Promise.reject(new Error(`cannot remove ${path}`)),
    };
    expect(await use(applyPatch, { patch }, { world: { ...world, files: held } })).toMatchObject({
      message: "cannot write src/main.py; not everything could be put back: cannot remove docs/new.md",
    });
  });

  it("outside of the workspace is blocked, and nothing else is done", async () => {
    const { use, text } = await workshop(files);
    const outside = envelope("*** Update File: keep.txt", "-keep", "+kept", "*** Add File: ../x.txt", "+x");
    expect(await use(applyPatch, { patch: outside })).toMatchObject({ ok: false, category: "blocked" });
    expect(await text("keep.txt")).toBe("keep\n");
  });
});

describe("changes that build on each other", () => {
  it.each([
    [
      "two sections of a file",
      ["*** Update File: a.txt", "-one", "+1", "*** Update File: ./a.txt", " 1", "-two", "+2"],
      "1\n2\n",
    ],
    ["replacing a file", ["*** Delete File: a.txt", "*** Add File: a.txt", "+new"], "new\n"],
    [
      "there and back",
      ["*** Update File: a.txt", "*** Move to: b", "-one", "+1", "*** Update File: b", "*** Move to: a.txt"],
      "1\ntwo\n",
    ],
    ["through a link", ["*** Update File: link", "-one", "+1", "*** Update File: a.txt", "-two", "+2"], "1\n2\n"],
  ])("%s", async (_, lines, after) => {
    const shop = await workshop({ "a.txt": "one\ntwo\n" });
    await symlink("a.txt", join(shop.root, "link"));
    expect(await shop.use(applyPatch, { patch: envelope(...lines) })).toMatchObject({ ok: true });
    expect(await shop.text("a.txt")).toBe(after);
  });
});

describe("bytes that no line speaks of", () => {
  it.each([
    ["a byte order mark and CRLF", "\uFEFFone\r\ntwo\r\n", ["-one", "+1", "+1½"], "\uFEFF1\r\n1½\r\ntwo\r\n"],
    ["mixed line endings", "one\r\ntwo\nthree\n", [" one", "-two", "+2"], "one\r\n2\nthree\n"],
    ["no final newline", "one\ntwo", ["-two", "+2"], "one\n2"],
    ["no final newline, with lines after", "one\ntwo", [" two", "+three"], "one\ntwo\nthree"],
    ["a final newline", "one\ntwo\n", ["-two", "*** End of File"], "one\n"],
    ["only empty lines", "\n\n", [" ", "+one"], "\none\n\n"],
    ["an empty file", "", ["+one"], "one\n"],
    ["trailing space of context", "one  \ntwo\n", [" one", "-two", "+2"], "one  \n2\n"],
    ["tabs of context", "\tif a:\n\t\tb\n", [" if a:", "-  b", "+\t\tc"], "\tif a:\n\t\tc\n"],
    [
      "quotes and dashes of context",
      "“one” — 1\u00A0€\ntwo\n",
      [' "one" - 1 €', "-two", "+2"],
      "“one” — 1\u00A0€\n2\n",
    ],
  ])("%s", async (_, before, lines, after) => {
    expect(await applied(before, update(...lines))).toMatchObject({ ok: true, after });
  });

  it.each([
    [
      "adds a final newline",
      "one\ntwo",
      ["@@ -1,2 +1,2 @@", " one", "-two", String.raw`\ No newline`, "+two"],
      "one\ntwo\n",
    ],
    [
      "takes the final newline",
      "one\ntwo\n",
      ["@@ -1,2 +1,2 @@", " one", "-two", "+two", String.raw`\ No newline`],
      "one\ntwo",
    ],
    [
      "keeps there being none",
      "one\ntwo",
      ["@@ -1,2 +1,2 @@", "-one", "+1", " two", String.raw`\ No newline`],
      "1\ntwo",
    ],
    ["changes line endings", "one\r\ntwo\r\n", ["@@ -1,2 +1,2 @@", " one\r", "-two\r", "+two"], "one\r\ntwo\n"],
    [
      "writes a byte order mark as context",
      "\uFEFFone\ntwo\n",
      ["@@ -1,2 +1,2 @@", " \uFEFFone", "-two", "+2"],
      "\uFEFFone\n2\n",
    ],
  ])("unless it %s", async (_, before, lines, after) => {
    expect(await applied(before, diff(...lines))).toMatchObject({ ok: true, after });
  });

  it("permission bits, and it says where they cannot be kept", async () => {
    const { use, root } = await workshop({ "a.sh": "one\n", "b.sh": "one\n" });
    for (const name of ["a.sh", "b.sh"]) await chmod(join(root, name), 0o755);
    const patch = envelope("*** Update File: a.sh", "-one", "+1", "*** Update File: b.sh", "*** Move to: c.sh");
    const { text } = await use(applyPatch, { patch });
    expect((await stat(join(root, "a.sh"))).mode & 0o777).toBe(0o755);
    expect(text).toContain("[c.sh is not executable; chmod +x makes it so]");
  });

  it("of a binary file that is moved or deleted", async () => {
    const { use, bytes } = await workshop({ "a.bin": Buffer.from([0, 255, 1]), "b.bin": Buffer.from([0]) });
    const patch = envelope("*** Update File: a.bin", "*** Move to: c.bin", "*** Delete File: b.bin");
    expect(await use(applyPatch, { patch })).toMatchObject({ ok: true, diff: "rename from a.bin\nrename to c.bin\n" });
    expect([...(await bytes("c.bin"))]).toEqual([0, 255, 1]);
  });
});

describe("a patch is refused", () => {
  const six = "one\ntwo\nthree\nfour\nfive\nsix\n";

  it.each([
    ["a.txt is there already; update it, or delete it first", ["*** Add File: a.txt", "+x"]],
    ["there is no file b.txt to update", ["*** Update File: b.txt", "+x"]],
    ["there is no file a.txt to delete", ["*** Delete File: a.txt", "*** Delete File: a.txt"]],
    ["dir is a directory, not a file", ["*** Delete File: dir"]],
    [
      "a.txt cannot be moved to dir/c.txt: a file is there already",
      ["*** Update File: a.txt", "*** Move to: dir/c.txt"],
    ],
    ["a.txt cannot be moved to ./a.txt: that is the same file", ["*** Update File: a.txt", "*** Move to: ./a.txt"]],
    ["x.bin is binary; apply_patch changes text files only", ["*** Update File: x.bin", "+x"]],
    ["w.txt is UTF-16, so writing it back would damage it", ["*** Update File: w.txt", "+x"]],
  ])("%s", async (message, lines) => {
    const files = {
      "a.txt": six,
      "dir/c.txt": "",
      "x.bin": Buffer.from([0, 1]),
      "w.txt": Buffer.from("\uFEFFone", "utf16le"),
    };
    const { use, text } = await workshop(files);
    expect(await use(applyPatch, { patch: envelope(...lines) })).toMatchObject({
      ok: false,
      message: expect.stringContaining(`nothing was changed. ${message}`),
    });
    expect(await text("a.txt")).toBe(six);
  });

  it("when it deletes a file that holds more than it knows", async () => {
    const shop = await workshop({ "a.txt": six });
    const gone = (count: number) => {
      const lines = six.split("\n").slice(0, count);
      return ["--- a/a.txt", "+++ /dev/null", `@@ -1,${count} +0,0 @@`, ...lines.map((line) => `-${line}`), ""].join(
        "\n",
      );
    };
    expect(await shop.use(applyPatch, { patch: gone(3) })).toMatchObject({
      message: "nothing was changed. a.txt cannot be deleted: it has lines that the patch does not know",
    });
    expect(await shop.use(applyPatch, { patch: gone(6) })).toMatchObject({ ok: true });
  });
});
