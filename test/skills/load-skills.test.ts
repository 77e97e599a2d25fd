/** Loading: what counts, what is said of what does not, who wins, and where it ends. */
import { execFile } from "node:child_process";
import { chmod, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loadSkills } from "../../src/skills/load-skills.ts";
import { newDirectory } from "../stores/directory.ts";
import { strangeSkills } from "./strange-skills.ts";

const write = async (directory: string, path: string, text: string): Promise<string> => {
  const file = join(directory, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
};
const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;

test("300 of different make: each bad one has its sentence, and none hides another", async () => {
  const directory = await realpath(newDirectory());
  const made = await strangeSkills(directory, 300);
  const { list, faults, shadowed } = await loadSkills([{ directory, source: "user" }]);
  const loaded = new Set(list.map(({ file }) => file));
  for (const { path, counts, says } of made) {
    const said = faults.filter(({ file }) => file === path);
    expect([path, loaded.has(path), said.length]).toEqual([path, counts, says === undefined ? 0 : 1]);
    for (const { sentence } of said) expect(sentence).toContain(says);
    expect(said.every((fault) => fault.counts === counts && fault.sentence.startsWith(path))).toBe(true);
  }
  expect(shadowed).toEqual([]);
  expect(faults.length).toBe(made.filter(({ says }) => says !== undefined).length);
});

test("the nearest of a name wins, over the user's and the built-in one; what loses is said", async () => {
  const directory = newDirectory();
  const near = await write(directory, "near/review/SKILL.md", skill("review"));
  const far = await write(directory, "far/review/SKILL.md", skill("review"));
  const again = await write(directory, "far/zz/review/SKILL.md", skill("review"));
  const { list, shadowed } = await loadSkills([
    { directory: join(directory, "near"), source: "project" },
    { directory: join(directory, "far"), source: "user" },
  ]);
  expect(list.map(({ name, source, file }) => [name, source, file])).toEqual([
    ["commit", "built-in", undefined],
    ["review", "project", near],
  ]);
  expect(shadowed.map(({ skill: { file }, by }) => [file, by.file])).toEqual([
    [far, near],
    [again, near],
    [undefined, near],
  ]);
});

test("all that a file says is read", async () => {
  const directory = newDirectory();
  const more = [
    "license: MIT",
    "compatibility: needs git",
    "metadata: {author: ann}",
    "allowed-tools: Read, Bash(git add:*) Bash(npm run (a|b)) web_search",
    "argument-hint: [file] [line]",
    "model: test/small",
    "context: fork",
    "disable-model-invocation: true",
    "user-invocable: 'false'",
  ];
  // Brackets after a list are no YAML, and everybody writes them.
  const file = await write(
    directory,
    "a/SKILL.md",
    skill("a", `${more.join("\n").replace("[file] [line]", "[file]")}\n`),
  );
  const { list, faults } = await loadSkills([{ directory, source: "user" }]);
  expect(faults).toEqual([]);
  expect(list[0]).toEqual({
    name: "a",
    source: "user",
    file,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/u),
    allowedTools: ["Read", "Bash(git add:*)", "Bash(npm run (a|b))", "web_search"],
    description: "Does a.",
    text: "Do it.",
    directory: dirname(file),
    argumentHint: "[file]",
    compatibility: "needs git",
    model: "test/small",
    forks: true,
    forModel: false,
    forUser: false,
  });
});

test("it ends: links in a circle, deep directories, what stands in a skill, and what is no skill", async () => {
  const directory = await realpath(newDirectory());
  await write(directory, "a/SKILL.md", skill("a"));
  await write(directory, "a/b/SKILL.md", skill("b"));
  await write(directory, "node_modules/c/SKILL.md", skill("c"));
  await write(directory, ".d/SKILL.md", skill("d"));
  await write(directory, "README.md", "About these.");
  await write(directory, "SKILL.md", skill("e"));
  await write(directory, "1/2/3/4/5/6/7/f/SKILL.md", skill("f"));
  await symlink(".", join(directory, "self"));
  await symlink("a", join(directory, "z"));
  const { list, faults } = await loadSkills([{ directory, source: "user" }]);
  expect(list.map(({ name }) => name)).toEqual(["a", "commit", "review"]);
  expect(faults.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining("SKILL.md must stand in a directory of its own"),
    expect.stringContaining("6/7 lies deeper than 6 directories"),
  ]);
  expect((await loadSkills([{ directory: join(directory, "none"), source: "user" }])).faults).toHaveLength(1);
});

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)("what this user may not read is said (only root can become another user)", async () => {
  const directory = newDirectory();
  await write(directory, "a/SKILL.md", skill("a"));
  const locked = await write(directory, "b/SKILL.md", skill("b"));
  const closed = await write(directory, "c/SKILL.md", skill("c"));
  await chmod(locked, 0);
  await chmod(dirname(closed), 0);
  await chmod(directory, 0o755);
  const module = join(import.meta.dirname, "../../src/skills/load-skills.ts");
  const program = `const { loadSkills } = await import(${JSON.stringify(module)});
    const { list, faults } = await loadSkills([{ directory: ${JSON.stringify(directory)}, source: "user" }]);
    console.log(JSON.stringify([list.map(({ name }) => name), faults.map(({ sentence }) => sentence)]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    uid: 65_534,
    gid: 65_534,
  });
  expect(JSON.parse(stdout)).toEqual([
    ["a", "commit", "review"],
    [
      expect.stringContaining("c may not be read by this user"),
      expect.stringContaining("b/SKILL.md may not be read by this user"),
    ],
  ]);
});
