/** Searching in files and for files. */
import { symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Search } from "../../../contract/world.ts";
import type { Ground } from "./ground.ts";

const tree: Readonly<Record<string, string>> = {
  ".gitignore": "*.log\nbuilt/\n/only-here\n!keep.log\n",
  ".hidden/deep.ts": "needle hidden\n",
  "a.ts": "one\nneedle two\nthree\nfour needle\nfive\n",
  "a/b.ts": "Needle in b\r\nneedle crlf\r\n",
  "a/only-here": "needle\n",
  "built/out.ts": "needle built\n",
  "keep.log": "needle kept\n",
  "noise.log": "needle noise\n",
  "only-here": "needle\n",
  "sub/.gitignore": "c.md\n!other.log\n",
  "sub/c.md": "needle c\n",
  "sub/other.log": "needle other\n",
  "sub/é.md": "nädel (needle)\n",
};

export const searchTests = (ground: () => Ground): void => {
  const plant = async (): Promise<void> => {
    const { files } = ground().world;
    for (const [path, content] of Object.entries(tree)) await files.write(path, content);
    await files.write("binary", Buffer.from("needle\n\0needle\n"));
  };
  const hits = async (search: Search): Promise<string[]> => {
    const found: string[] = [];
    for await (const { path, line, text, match } of ground().world.files.search(search))
      found.push(`${path}:${String(line)}${match ? ":" : "-"}${text}`);
    return found;
  };

  test("lines in order of path and line, without what is ignored, hidden or binary", async () => {
    await plant();
    expect(await hits({ pattern: "needle" })).toEqual([
      "a/b.ts:2:needle crlf",
      "a/only-here:1:needle",
      "a.ts:2:needle two",
      "a.ts:4:four needle",
      "keep.log:1:needle kept",
      "sub/other.log:1:needle other",
      "sub/é.md:1:nädel (needle)",
    ]);
  });

  test("an expression, its case, a literal, a path, a glob, a file by its name", async () => {
    await plant();
    expect(await hits({ pattern: "^needle.*f$", path: "a" })).toEqual(["a/b.ts:2:needle crlf"]);
    expect(await hits({ pattern: "NEEDLE IN", ignoreCase: true })).toEqual(["a/b.ts:1:Needle in b"]);
    expect(await hits({ pattern: "(needle)", literal: true })).toEqual(["sub/é.md:1:nädel (needle)"]);
    expect(await hits({ pattern: "needle", glob: "*.ts" })).toEqual([
      "a/b.ts:2:needle crlf",
      "a.ts:2:needle two",
      "a.ts:4:four needle",
    ]);
    expect(await hits({ pattern: "needle", glob: "sub/**" })).toEqual([
      "sub/other.log:1:needle other",
      "sub/é.md:1:nädel (needle)",
    ]);
    expect(await hits({ pattern: "needle", glob: ".hidden/*.{ts,js}" })).toEqual([".hidden/deep.ts:1:needle hidden"]);
    expect(await hits({ pattern: "needle", path: "noise.log" })).toEqual(["noise.log:1:needle noise"]);
    expect(await hits({ pattern: "needle", path: "binary" })).toEqual([]);
    expect(await hits({ pattern: "nowhere at all" })).toEqual([]);
  });

  test("lines beside a match come once", async () => {
    await plant();
    expect(await hits({ pattern: "needle", path: "a.ts", context: 1 })).toEqual([
      "a.ts:1-one",
      "a.ts:2:needle two",
      "a.ts:3-three",
      "a.ts:4:four needle",
      "a.ts:5-five",
    ]);
  });

  test("a pattern that is none, or a path where nothing is, is said in a sentence", async () => {
    await expect(hits({ pattern: "(" })).rejects.toThrow('cannot search: "(" is not a regular expression');
    await expect(hits({ pattern: "x", path: "nowhere" })).rejects.toThrow("cannot search nowhere: nothing is there");
  });

  test("a reader may stop early", async () => {
    const { files } = ground().world;
    await files.write("long", "needle\n".repeat(1_000_000));
    for await (const { line } of files.search({ pattern: "needle" })) if (line === 3) break;
    const control = new AbortController();
    const stopped = async (): Promise<void> => {
      for await (const { line } of files.search({ pattern: "needle", signal: control.signal }))
        if (line === 3) control.abort();
    };
    await expect(stopped()).rejects.toThrow(/abort/iu);
    const all = files.search({ pattern: "needle", signal: AbortSignal.abort() });
    await expect(all[Symbol.asyncIterator]().next()).rejects.toThrow(/abort/iu);
  });

  test("files are found by glob, newest first", async () => {
    await plant();
    const { files, root } = ground().world;
    await symlink("a.ts", join(root, "link.ts"));
    await utimes(join(root, "a.ts"), 10, 10);
    await utimes(join(root, "a/b.ts"), 20, 20);
    expect(await files.find("**/*.ts")).toEqual(["a/b.ts", "a.ts"]);
    expect(await files.find("*.ts")).toEqual(["a.ts"]);
    expect(await files.find("b.*", { path: "a" })).toEqual(["a/b.ts"]);
    expect(await files.find(".hidden/**")).toEqual([".hidden/deep.ts"]);
    expect(await files.find("{a,sub}/*.{ts,log}")).toEqual(["sub/other.log", "a/b.ts"]);
    expect(await files.find("**/*.none")).toEqual([]);
  });
};
