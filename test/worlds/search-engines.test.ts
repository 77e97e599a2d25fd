/** Ripgrep and our own walk give the same. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Search, SearchLine, World } from "../../src/contract/world.ts";
import { local } from "../../src/worlds/local.ts";

const tree: Readonly<Record<string, string | Buffer>> = {
  ".gitignore": "# rules\nout/\n*.tmp\n!kept.tmp\n/top.txt\ndocs/**/draft-*\n",
  "out/deep/x.txt": "word\n",
  "a.tmp": "word\n",
  "kept.tmp": "word\n",
  "top.txt": "word\n",
  "nested/top.txt": "word\n",
  "nested/.gitignore": "*\n!*/\n!*.md\n",
  "nested/in/a.md": "word\nword\n\nword word\n",
  "nested/in/a.txt": "word\n",
  "docs/a/b/draft-1": "word\n",
  "docs/a/b/final-1": "word\n",
  "module/.git/HEAD": "ref\n",
  "module/a.tmp": "word in a repository of its own\n",
  ".config/x": "word\n",
  "bin.dat": Buffer.from([...Buffer.from("word\n"), 0, 1, 2]),
  "late.dat": Buffer.concat([Buffer.from(`word\n${"other\n".repeat(30_000)}`), Buffer.of(0)]),
  "utf16.txt": Buffer.from("\uFEFFword ü\n", "utf16le"),
  "latin1.txt": Buffer.from("w\u00F6rd word\n", "latin1"),
  "bom.txt": "\uFEFFword\n",
  "no-end": "word",
  empty: "",
  "crlf.txt": "word\r\n\r\nword\r\n",
  "ünï/ж ☃": "word\n",
  Z: "word\n",
  "a/z": "word\n",
  "a-b": "word\n",
  "a b/new\nline": "word\n",
};

const searches: readonly Search[] = [
  { pattern: "word" },
  { pattern: "^word$" },
  { pattern: "w.rd", context: 1 },
  { pattern: "word", context: 3, path: "nested" },
  { pattern: "(?i)WORD" },
  { pattern: "W(?P<x>O)rd", ignoreCase: true },
  { pattern: "word word", literal: true },
  { pattern: "^[[:alpha:]]+d", glob: "**/*.tmp" },
  { pattern: "word", glob: "*.{txt,md}" },
  { pattern: "word", glob: "!*.txt" },
  { pattern: "word", glob: ".config/*" },
  { pattern: "word", glob: "nested/**" },
  { pattern: "word", glob: "[a-c]*" },
  { pattern: "word", path: "a.tmp" },
  { pattern: "word", path: "nested/in" },
  { pattern: "word", path: "module" },
  { pattern: "^$" },
];

const globs = ["*", "**", "**/*.txt", "nested/**", "*.{tmp,md}", "**/draft-*", ".config/**", "ü*/*", "**/.*", "a*"];

describe("two ways of searching", () => {
  let root: string;
  let worlds: readonly World[];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "kelson-search-"));
    for (const [path, content] of Object.entries(tree)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    worlds = await Promise.all([local()(root), local({ ripgrep: "/no/ripgrep" })(root)]);
  });
  afterAll(async () => {
    for (const world of worlds) await world.close();
    await rm(root, { recursive: true });
  });

  test.each(searches)("agree on the search %j", async (search) => {
    const [one, other] = await Promise.all(worlds.map(({ files }) => all(files.search(search))));
    expect(other).toEqual(one);
    expect(one?.length).toBeGreaterThan(0);
  });

  test.each(globs)("agree on the glob %s", async (glob) => {
    const [one, other] = await Promise.all(worlds.map(({ files }) => files.find(glob)));
    expect(other?.toSorted()).toEqual(one?.toSorted());
    expect(other).toEqual(one);
  });

  test.each(["(", "a{2,1}", "*"])("agree that %j is no expression", async (pattern) => {
    for (const { files } of worlds)
      await expect(all(files.search({ pattern }))).rejects.toThrow(
        `${JSON.stringify(pattern)} is not a regular expression`,
      );
  });
});

const all = async (lines: AsyncIterable<SearchLine>): Promise<SearchLine[]> => Array.fromAsync(lines);
