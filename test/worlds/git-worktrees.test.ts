/** Git worktrees of sub-agents: made of what is there, kept when something is in them, and never by a program that a repository names. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bubblewrap } from "../../src/worlds/bubblewrap.ts";
import { gitWorktrees } from "../../src/worlds/git-worktrees.ts";
import { local } from "../../src/worlds/local.ts";

const missing = await bubblewrap({ roots: [realpathSync(tmpdir())], writes: "read-only", env: process.env }).then(
  (launcher) => launcher.close().then(() => undefined),
  (error: Error) => error.message,
);

const directory = (): string => {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "kelson-worktree-")));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

const plain = [
  "-c",
  "user.name=t",
  "-c",
  "user.email=t@t",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
];

const repository = () => {
  const root = directory();
  const git = (...words: string[]): string =>
    execFileSync("git", ["-C", root, ...plain, ...words], { encoding: "utf8" }).trim();
  git("init", "--quiet", "--initial-branch=main");
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "a.txt"), "one\n");
  writeFileSync(join(root, ".gitignore"), "ignored\n");
  git("add", "--all");
  git("commit", "--quiet", "-m", "first");
  return { root, git };
};

const worktrees = () => {
  const place = join(directory(), "worktrees");
  return { place, ...gitWorktrees({ place, env: process.env }) };
};

const of = (root: string) => ({ root, name: "session.1234abcd" });

test("one of the last commit has what was committed, on a branch of its own", async () => {
  const { root, git } = repository();
  writeFileSync(join(root, "src", "a.txt"), "two\n");
  const { make, worth, place } = worktrees();
  const made = await make({ ...of(join(root, "src")), from: "commit" });
  expect(made).toBe(join(realpathSync(place), "session.1234abcd", "src"));
  expect(readFileSync(join(made, "a.txt"), "utf8")).toBe("one\n");
  expect(git("branch", "--format=%(refname:short)").split("\n")).toContain("kelson/session.1234abcd");
  expect(await worth(of(root))).toBeUndefined();
  expect(git("status", "--porcelain")).toBe("M src/a.txt");
});

test("one of the present state has all changes that are not ignored, and leaves the index as it was", async () => {
  const { root, git } = repository();
  writeFileSync(join(root, "src", "a.txt"), "two\n");
  writeFileSync(join(root, "new.txt"), "new\n");
  writeFileSync(join(root, "ignored"), "x");
  const { make, worth } = worktrees();
  const made = await make({ ...of(root), from: "present state" });
  const here = ["src/a.txt", "new.txt"].map((path) => readFileSync(join(made, path), "utf8"));
  expect([...here, existsSync(join(made, "ignored"))]).toEqual(["two\n", "new\n", false]);
  expect(await worth(of(root))).toBeUndefined();
  expect(git("status", "--porcelain")).toBe("M src/a.txt\n?? new.txt");
});

test("one in which nothing was done goes with its branch; one with a change or a commit stays", async () => {
  const { root, git } = repository();
  const { make, worth, remove, place } = worktrees();
  const made = await make({ ...of(root), from: "commit" });
  writeFileSync(join(made, "new.txt"), "new\n");
  expect(await worth(of(root))).toBe(
    `Its worktree is kept, with changes that are not committed: ${join(place, "session.1234abcd")}, branch kelson/session.1234abcd`,
  );
  await expect(remove(of(root))).rejects.toThrow("contains modified or untracked files");
  execFileSync("git", ["-C", made, ...plain, "add", "--all"]);
  execFileSync("git", ["-C", made, ...plain, "commit", "--quiet", "-m", "mine"]);
  expect(await worth(of(root))).toContain("with 1 commit: ");
  execFileSync("git", ["-C", made, ...plain, "reset", "--quiet", "--hard", "HEAD~"]);
  expect(await worth(of(root))).toBeUndefined();
  await remove(of(root));
  expect([existsSync(made), git("branch", "--format=%(refname:short)")]).toEqual([false, "main"]);
});

test("what was cut off half way is made whole", async () => {
  const { root, git } = repository();
  const { make, place } = worktrees();
  mkdirSync(place);
  git("worktree", "add", "--quiet", "--no-checkout", "-b", "kelson/session.1234abcd", join(place, "session.1234abcd"));
  const made = await make({ ...of(root), from: "commit" });
  expect(readFileSync(join(made, "src", "a.txt"), "utf8")).toBe("one\n");
  writeFileSync(join(made, "src", "a.txt"), "mine\n");
  expect(await make({ ...of(root), from: "commit" })).toBe(made);
  expect(readFileSync(join(made, "src", "a.txt"), "utf8")).toBe("mine\n");
});

test("no hook, filter or monitor of the repository runs", async () => {
  const { root, git } = repository();
  const trap = join(directory(), "sprung");
  const touch = `touch ${trap}`;
  for (const [name, value] of [
    ["filter.evil.clean", `${touch}; cat`],
    ["filter.evil.smudge", `${touch}; cat`],
    ["filter.evil.process", touch],
    ["filter.evil.required", "true"],
    ["core.fsmonitor", touch],
    ["core.hooksPath", join(root, "hooks")],
    ["commit.gpgSign", "true"],
    ["gpg.program", touch],
  ] as const)
    git("config", name, value);
  mkdirSync(join(root, "hooks"));
  for (const hook of ["post-checkout", "post-index-change", "reference-transaction", "post-commit"])
    writeFileSync(join(root, "hooks", hook), `#!/bin/sh\n${touch}\n`, { mode: 0o755 });
  writeFileSync(join(root, ".gitattributes"), "* filter=evil\n");
  writeFileSync(join(root, "src", "a.txt"), "two\n");
  const { make, worth, remove } = worktrees();
  const made = await make({ ...of(root), from: "present state" });
  expect(readFileSync(join(made, "src", "a.txt"), "utf8")).toBe("two\n");
  expect(await worth(of(root))).toBeUndefined();
  await remove(of(root));
  expect(existsSync(trap)).toBe(false);
});

test("what is no repository, or has no commit, is told", async () => {
  const { make } = worktrees();
  await expect(make({ ...of(directory()), from: "commit" })).rejects.toThrow("git rev-parse: not a git repository");
  const root = directory();
  execFileSync("git", ["-C", root, "init", "--quiet"]);
  await expect(make({ ...of(root), from: "commit" })).rejects.toThrow("the repository has no commit yet");
});

test.skipIf(missing !== undefined)(
  `commands in a sandbox commit in it, and change no hook or configuration${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  async () => {
    const { root, git } = repository();
    const { make, worth } = worktrees();
    const made = await make({ ...of(root), from: "commit" });
    const world = await local({ launcher: bubblewrap })(made);
    const run = async (line: string): Promise<number | null> => {
      const running = await world.exec({ argv: ["sh", "-c", line] });
      return (await running.exit).code;
    };
    const common = join(root, ".git");
    expect(await run("echo more > b.txt && git add -A && git -c user.name=t -c user.email=t@t commit -qm mine")).toBe(
      0,
    );
    expect(await run(`echo evil >> ${join(common, "config")}`)).not.toBe(0);
    expect(await run(`echo evil > ${join(common, "hooks", "post-checkout")}`)).not.toBe(0);
    expect(await run(`echo evil > ${join(root, "src", "a.txt")}`)).not.toBe(0);
    await world.close();
    expect(await worth(of(root))).toContain("with 1 commit: ");
    expect(git("log", "--format=%s", "kelson/session.1234abcd")).toBe("mine\nfirst");
    expect(git("status", "--porcelain")).toBe("");
  },
);
