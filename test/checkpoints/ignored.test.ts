/** What git ignores is no part of a snapshot, and git is asked whether that is so. */
import { join } from "node:path";
import { array, assert, asyncProperty, constantFrom, record, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { aWhile, ground, nothing, paths, shown } from "./ground.ts";

describe("what git ignores is no part of it", () => {
  test("by nested files, negations, and the exclude of the repository", async () => {
    await using at = ground();
    at.shell(`git init -q . && mkdir -p node_modules/x deep/build deep/kept src/build sub
      echo 1 | tee node_modules/x/a deep/build/a deep/kept/a.log deep/a.log src/build/b src/x.secret sub/only >/dev/null
      printf 'node_modules/\\n*.log\\nbuild/\\n' > .gitignore
      printf '!a.log\\n' > deep/kept/.gitignore
      printf '!build/\\n' > src/.gitignore
      printf '*\\n' > sub/.gitignore
      echo '*.secret' >> .git/info/exclude`);
    const { changed } = await at.files.save({ since: nothing });
    expect(paths(changed)).toEqual([
      ".gitignore",
      "deep",
      "deep/kept",
      "deep/kept/.gitignore",
      "deep/kept/a.log",
      "src",
      "src/.gitignore",
      "src/build",
      "src/build/b",
      "sub",
      "sub/.gitignore",
    ]);
  });

  test("and new rules count at once, in directories that did not change, too", async () => {
    await using at = ground();
    at.shell("mkdir -p a/b; echo 1 > a/b/x.o; echo 1 > a/b/x.c; git init -q .");
    const one = await at.files.save();
    await aWhile();
    at.write(".gitignore", "*.o\n");
    const two = await at.files.save({ since: one.snapshot });
    expect(shown(two.changed)).toEqual([".gitignore: nothing → file", "a/b/x.o: file → nothing"]);
    at.shell("echo '*.c' >> .git/info/exclude");
    const three = await at.files.save({ since: two.snapshot });
    expect(shown(three.changed)).toEqual(["a/b/x.c: file → nothing"]);
    at.shell("rm .gitignore; echo > .git/info/exclude");
    expect((await at.files.save()).snapshot).toBe(one.snapshot);
  });

  test("from above the workspace, too, but not across the border of a repository", async () => {
    await using at = ground();
    at.shell(
      "git init -q .; mkdir -p part/inner/own; echo '*.o' > .gitignore; echo 1 | tee part/x.o part/inner/y.o >/dev/null",
    );
    at.shell("git init -q part/inner");
    const part = at.again({ root: join(at.root, "part") });
    expect(paths((await part.save({ since: nothing })).changed)).toEqual(["inner", "inner/own", "inner/y.o"]);
  });
});

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const numRuns = Number(process.env["KELSON_RUNS"] ?? 25);
console.log(`asking git with seed ${seed}, ${numRuns} times`);

const places = ["", "a/", "a/b/", "c/", "c/a/"];
const files = places
  .flatMap((place) => ["x.o", "x.c", "b", "#x", "keep.log"].map((name) => place + name))
  .filter((path) => path !== "a/b");
const pattern = constantFrom(
  "*.o",
  "!*.o",
  "x.*",
  "/b",
  "b/",
  "a/",
  "!a/",
  "/a/b",
  "a/*",
  "!a/b/",
  "**/b",
  "a/**",
  "!a/**/x.c",
  "*",
  "!*/",
  "!x.c",
  "\\#x",
  "# a word",
  "",
  "[bx]*",
  "x.[!c]",
  "?.log",
  "*.log   ",
  "!keep.log",
  "c/a",
  "**/a/x.o",
  "/*",
  "!/c",
  "/c/*",
  "!/c/a",
);
const rules = array(record({ place: constantFrom(...places), lines: array(pattern, { minLength: 1, maxLength: 4 }) }), {
  maxLength: 3,
});

test("as git sees it; where a nearer file takes a directory back, perhaps more", { timeout: 300_000 }, async () => {
  await assert(
    asyncProperty(tuple(rules, array(pattern, { maxLength: 2 })), async ([nested, exclude]) => {
      await using at = ground();
      for (const path of files) at.write(path, "1");
      for (const { place, lines } of nested) at.write(`${place}.gitignore`, `${lines.join("\n")}\n`);
      at.shell("git init -q .");
      at.write(".git/info/exclude", `${exclude.join("\n")}\n`);
      const listed = at.shell("git ls-files --others --exclude-standard -z").split("\0").filter(isFile);
      const { snapshot } = await at.files.save();
      const saved = (await at.files.diff(nothing, snapshot)).filter(({ to }) => to?.kind === "file");
      const found = new Set(paths(saved));
      expect(listed.filter((path) => !found.has(path))).toEqual([]);
      const takenBack = nested.some(({ place, lines }) => place !== "" && lines.some((line) => line.startsWith("!")));
      expect(takenBack ? [] : paths(saved).filter((path) => isFile(path) && !listed.includes(path))).toEqual([]);
    }),
    { seed, numRuns },
  );
});

/** Files of rules are always kept. */
const isFile = (path: string): boolean => path !== "" && !path.endsWith(".gitignore");
