/** Instructions: which files count, in which order, what they include, and what is said of strange ones. */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { World } from "../../src/contract/world.ts";
import { protectedPaths } from "../../src/policy/protected-paths.ts";
import { instructions } from "../../src/sources/instructions.ts";
import { local } from "../../src/worlds/local.ts";

type Content = string | Uint8Array | { readonly link: string } | typeof directory;

const directory = Symbol("a directory");

interface Place {
  readonly top: string;
  readonly world: World;
  readonly user: string;
}

/** A home with the user's own directory, and in it a repository; the world is opened in `work`. */
const place = async (files: Readonly<Record<string, Content>>, work = "repo"): Promise<Place> => {
  const top = await mkdtemp(join(tmpdir(), "kelson-instructions-"));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  for (const [path, content] of Object.entries({ [`${work}/.keep`]: "", ...files }))
    await put(join(top, path), content);
  const user = join(top, "config/kelson");
  const root = join(top, work);
  const guard = protectedPaths({ home: top, roots: [root], stateDirectory: join(top, "state"), configDirectory: user });
  const world = await local({ helper: "no", guard: (path, access) => guard(path, access)?.why })(root);
  onTestFinished(() => world.close());
  return { top, world, user };
};

const put = async (path: string, content: Content): Promise<void> => {
  await mkdir(content === directory ? path : dirname(path), { recursive: true });
  if (content === directory) return;
  await (typeof content === "object" && "link" in content ? symlink(content.link, path) : writeFile(path, content));
};

/** Paths below the top, with their texts; and what was warned of. */
const gathered = async ({ top, world, user }: Place, touched: readonly string[] = []) => {
  const warned: string[] = [];
  const source = instructions({
    userDirectory: user,
    warn: (sentence) => warned.push(sentence.replaceAll(`${top}/`, "")),
  });
  const layers = [...(await source.gather(world)), ...((await source.follow?.(world, touched)) ?? [])];
  const texts = layers.map(({ source: path, text }) => [path.slice(top.length + 1), text.replaceAll(`${top}/`, "")]);
  return { texts, warned };
};

test("those of the user, then of the repository from its root to the working directory", async () => {
  const files = {
    "config/kelson/AGENTS.md": "mine",
    "AGENTS.md": "above the repository",
    "repo/.git/HEAD": "",
    "repo/AGENTS.md": "root",
    "repo/AGENTS.override.md": "root instead",
    "repo/a/CLAUDE.md": "a",
    "repo/a/b/AGENTS.md": "b",
    "repo/a/b/CLAUDE.md": "not this",
    "repo/a/c/AGENTS.md": "beside",
  };
  expect(await gathered(await place(files, "repo/a/b"))).toEqual({
    texts: [
      ["config/kelson/AGENTS.md", "mine"],
      ["repo/AGENTS.override.md", "root instead"],
      ["repo/a/CLAUDE.md", "a"],
      ["repo/a/b/AGENTS.md", "b"],
    ],
    warned: [],
  });
});

test("without a repository only the working directory's own; and none from above a directory that is everybody's", async () => {
  const files = { "AGENTS.md": "above", "repo/AGENTS.md": "here" };
  expect((await gathered(await place(files))).texts).toEqual([["repo/AGENTS.md", "here"]]);
  const planted = await place(
    { "shared/.git/HEAD": "", "shared/AGENTS.md": "planted", "shared/mine/AGENTS.md": "here" },
    "shared/mine",
  );
  await chmod(join(planted.top, "shared"), 0o1777);
  expect((await gathered(planted)).texts).toEqual([["shared/mine/AGENTS.md", "here"]]);
});

test("what is included comes after, each once, from beside the file, and not from code", async () => {
  const files = {
    "repo/.git/HEAD": "",
    "repo/AGENTS.md": [
      "See @docs/style.md, and @./with\\ space.txt (also @docs/style.md).",
      "Mail a@docs/style.md, use `@code.md` and @types/node; ask @alice.",
      "```sh\n@fence.md\n```",
      "`` ` @two.md ``",
      "And @gone.md.",
    ].join("\n\n"),
    "repo/docs/style.md": "Style. @deeper/more.md @../AGENTS.md",
    "repo/docs/deeper/more.md": "More. @../style.md",
    "repo/with space.txt": "Space.",
    "repo/code.md": "no",
    "repo/fence.md": "no",
    "repo/two.md": "no",
  };
  const { texts, warned } = await gathered(await place(files));
  expect(texts).toEqual([
    [
      "repo/AGENTS.md",
      `${files["repo/AGENTS.md"]}

<included path="repo/docs/style.md">
Style. @deeper/more.md @../AGENTS.md
</included>

<included path="repo/docs/deeper/more.md">
More. @../style.md
</included>

<included path="repo/with space.txt">
Space.
</included>

[repo/AGENTS.md includes gone.md, which is not there]`,
    ],
  ]);
  expect(warned).toEqual(["repo/AGENTS.md includes gone.md, which is not there"]);
});

test("includes go no deeper than five, and no further than the repository and what is not protected", async () => {
  const chain = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`repo/${at}.md`, `@./${at + 1}.md`]));
  const deep = await gathered(await place({ ...chain, "repo/AGENTS.md": "@./1.md" }));
  expect(deep.warned).toEqual(["repo/6.md is not included: it is named more than 5 files deep"]);
  const files = {
    "secret.md": "outside",
    "repo/.git/HEAD": "",
    "repo/.env": "KEY=1",
    "repo/link.md": { link: "../secret.md" },
    "repo/AGENTS.md": "@../secret.md @./.env @link.md @~/.ssh/id_rsa",
  };
  const { texts, warned } = await gathered(await place(files));
  expect(warned).toEqual([
    expect.stringMatching(/secret\.md is outside of \S+, so it is not read$/u),
    "repo/.env holds variables that are often keys, so it is not read",
    expect.stringMatching(/^repo\/link\.md is outside of \S+: it leads to secret\.md, so it is not read$/u),
    expect.stringMatching(/^~\/\.ssh\/id_rsa is outside of/u),
  ]);
  expect(texts[0]?.[1]).not.toMatch(/outside$|KEY/mu);
});

test("strange files are said in a sentence each, and stop nothing", async () => {
  const strange: Readonly<Record<string, readonly [Content, RegExp]>> = {
    utf16: [new Uint8Array([0xff, 0xfe, 0x41, 0]), /it is UTF-16, and has to be UTF-8$/u],
    latin1: [new Uint8Array([0x63, 0x61, 0x66, 0xe9]), /it is not UTF-8$/u],
    binary: [new Uint8Array([1, 0, 2]), /it is no text$/u],
    directory: [directory, /it is a directory$/u],
    dangling: [{ link: "nothing.md" }, /it is a link to \S+nothing\.md, which is not there$/u],
    circle: [{ link: "AGENTS.md" }, /its symbolic links go in a circle$/u],
    away: [{ link: "/etc/hosts" }, /is outside of [^:]+: it leads to \/etc\/hosts, so it is not read$/u],
    huge: [new Uint8Array(2_000_000).fill(0x61), /it has 2000000 bytes, and more than 1048576 are too many$/u],
  };
  for (const [name, [content, sentence]] of Object.entries(strange)) {
    const root: Record<string, Content> = { "repo/.git/HEAD": "", "repo/AGENTS.md": "root" };
    const files: typeof root = { ...root, [`repo/${name}/AGENTS.md`]: content };
    const { texts, warned } = await gathered(await place(files, `repo/${name}`));
    expect([name, texts.map(([path]) => path), warned]).toEqual([
      name,
      ["repo/AGENTS.md", `repo/${name}/AGENTS.md`],
      [expect.stringMatching(sentence)],
    ]);
    expect(texts[1]?.[1]).toBe(`[${warned[0]}]`);
  }
});

test("what cannot be read makes way for the next name; what is empty stands in place and says nothing", async () => {
  const fallback = await gathered(await place({ "repo/AGENTS.md/x": "", "repo/CLAUDE.md": "read this" }));
  expect(fallback.texts).toEqual([["repo/CLAUDE.md", "read this\n\n[cannot read repo/AGENTS.md: it is a directory]"]]);
  expect((await gathered(await place({ "repo/AGENTS.override.md": "", "repo/AGENTS.md": "not this" }))).texts).toEqual(
    [],
  );
});

test("caps a file with what it includes, and all files together, and says what is left out", async () => {
  const long = await place({ "repo/AGENTS.md": `${"a".repeat(30_000)} @more.md`, "repo/more.md": "b".repeat(5_000) });
  const { texts, warned } = await gathered(long);
  expect(texts[0]?.[1]?.match(/b+(?=\n<\/included>)/u)?.[0]).toHaveLength(32_768 - 30_009);
  expect(warned).toEqual(["repo/AGENTS.md is too long with what it includes: its last 2241 characters are left out"]);
  const many = Object.fromEntries(["", "a/", "a/b/"].map((at) => [`repo/${at}AGENTS.md`, "c".repeat(30_000)]));
  const together = await gathered(await place({ "repo/.git/HEAD": "", ...many }, "repo/a/b"));
  expect(together.texts.map(([path, text]) => [path, text?.length])).toEqual([
    ["repo/AGENTS.md", expect.toSatisfy((length: number) => length < 300)],
    ["repo/a/AGENTS.md", 30_000],
    ["repo/a/b/AGENTS.md", 30_000],
  ]);
  expect(together.warned).toEqual(["repo/AGENTS.md is left out: nearer instructions have 65536 characters already"]);
});

test("of directories that calls went into, but not of packages", async () => {
  const files = {
    "repo/.git/HEAD": "",
    "repo/AGENTS.md": "root",
    "repo/src/AGENTS.md": "src",
    "repo/src/deep/CLAUDE.md": "deep",
    "repo/test/AGENTS.md": "not touched",
    "repo/node_modules/x/AGENTS.md": "a stranger's",
  };
  const here = await place(files);
  const touched = [
    "README.md",
    "src/deep/new/file.ts",
    join(here.world.root, "src"),
    "node_modules/x/a.js",
    "../AGENTS.md",
  ];
  expect((await gathered(here, touched)).texts).toEqual([
    ["repo/AGENTS.md", "root"],
    ["repo/src/AGENTS.md", "src"],
    ["repo/src/deep/CLAUDE.md", "deep"],
  ]);
});

test("the user's own may be a link, include what stands beside it, and no configuration", async () => {
  const files = {
    "dotfiles/agents.md": "mine @style.md @config.json",
    "config/kelson/AGENTS.md": { link: "../../dotfiles/agents.md" },
    "config/kelson/style.md": "brief",
    "config/kelson/config.json": '{"apiKey": "k"}',
  };
  const { texts } = await gathered(await place(files));
  expect(texts).toEqual([
    [
      "config/kelson/AGENTS.md",
      'mine @style.md @config.json\n\n<included path="config/kelson/style.md">\nbrief\n</included>',
    ],
  ]);
});

test("the user's directory may be a link itself", async () => {
  const here = await place({ "dotfiles/kelson/AGENTS.md": "mine", "config/kelson": { link: "../dotfiles/kelson" } });
  expect((await gathered(here)).texts).toEqual([["config/kelson/AGENTS.md", "mine"]]);
});

test("a file that names thousands of others is read in no time that counts", async () => {
  const names = Array.from({ length: 8_000 }, (_, index) => `@${index}`).join(" ");
  const { texts, warned } = await gathered(await place({ "repo/AGENTS.md": `${names}\n@${".".repeat(500_000)}a` }));
  expect(texts).toHaveLength(1);
  expect(warned).toContainEqual(expect.stringContaining("names last is not included: more than 500 files are named"));
});

test("a hundred files of different make load, with one sentence for each bad one", async () => {
  const makes: readonly Content[] = [
    "good",
    new Uint8Array([0xff, 0xfe, 0x41, 0]),
    directory,
    { link: "nowhere" },
    "a".repeat(2_000_000),
    "\uFEFFwith a mark\r\n",
    "includes @../good.md",
    "",
    new Uint8Array([0xc3, 0x28]),
    "includes @./missing.md",
  ];
  const directories = Array.from({ length: 100 }, (_, index) => `d${index}`);
  const files = Object.fromEntries(
    directories.map((name, index): [string, Content] => [`repo/${name}/AGENTS.md`, makes[index % 10] ?? ""]),
  );
  const here = await place({ "repo/.git/HEAD": "", "repo/good.md": "shared", ...files });
  const from = performance.now();
  const { texts, warned } = await gathered(here, directories);
  const tookMs = performance.now() - from;
  expect(texts).toHaveLength(90);
  expect(warned).toHaveLength(60);
  expect(new Set(warned.map((sentence) => /d\d+/u.exec(sentence)?.[0])).size).toBe(60);
  console.log(`100 instruction files: ${tookMs.toFixed(0)} ms`);
});
