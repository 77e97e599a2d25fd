/** What a command does to hooks, configuration and settings is undone after it, and not lost. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { World } from "../../../src/contract/world.ts";
import { landlock } from "../../../src/worlds/landlock.ts";
import { local } from "../../../src/worlds/local.ts";

const missing = await (async () => {
  try {
    await (await landlock({ roots: ["/nonexistent"], writes: "read-only", env: process.env })).close();
    return undefined;
  } catch (error) {
    return String(error);
  }
})();

describe.skipIf(missing !== undefined)(`guarded places${missing === undefined ? "" : ` (skipped: ${missing})`}`, () => {
  let root: string;
  let outside: string;
  let world: World;
  beforeEach(async () => {
    const base = await realpath(await mkdtemp(join(tmpdir(), "kelson-keep-")));
    [root, outside] = [join(base, "root"), join(base, "outside")];
    await mkdir(outside);
    execFileSync("git", ["init", "-q", root]);
    await rm(join(root, ".git/hooks"), { recursive: true });
    await mkdir(join(root, ".git/hooks/deep"), { recursive: true });
    await writeFile(join(root, ".git/hooks/pre-push"), "#!/bin/sh\necho mine\n");
    await chmod(join(root, ".git/hooks/pre-push"), 0o755);
    await writeFile(join(root, ".git/hooks/deep/file"), "deep");
    await symlink("pre-push", join(root, ".git/hooks/link"));
    world = await local({ launcher: landlock })(root);
  });
  afterEach(async () => {
    await world.close();
    await rm(join(root, ".."), { recursive: true });
  });
  const bash = async (script: string): Promise<string> =>
    (await (await world.exec({ argv: ["bash", "-c", script], env: { OUTSIDE: outside } })).exit).stdout;
  const at = (path: string): string => join(root, path);
  const guarded = async (): Promise<unknown> => [
    await readFile(at(".git/config"), "utf8"),
    (await readdir(at(".git/hooks"), { recursive: true })).toSorted(),
    (await stat(at(".git/hooks"))).mtimeMs,
    (await stat(at(".git/config"))).mtimeMs,
    await readFile(at(".git/hooks/pre-push"), "utf8"),
    (await stat(at(".git/hooks/pre-push"))).mode & 0o777,
    await readFile(at(".git/hooks/link"), "utf8"),
    await readFile(at(".git/hooks/deep/file"), "utf8"),
    (await readdir(root)).includes(".kelson"),
  ];

  test.each([
    "echo evil > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit",
    "echo evil >> .git/hooks/pre-push",
    "chmod 777 .git/hooks/pre-push",
    "rm .git/hooks/pre-push; ln -s /bin/sh .git/hooks/pre-push",
    "rm -r .git/hooks",
    "rm -r .git/hooks; echo x > .git/hooks",
    "mv .git/hooks away; mkdir evil; ln -s ../evil .git/hooks; echo x > evil/pre-push",
    "mv .git g; echo evil > g/hooks/post-merge; echo x >> g/config; mv g .git",
    "git config core.hooksPath evil",
    "echo '[core]' > .git/config.worktree; mkdir .kelson; echo '{}' > .kelson/config.json",
    "mv .git/hooks/deep/file .git/hooks/deep/other; mkdir .git/hooks/more",
    "(setsid bash -c 'sleep 0.05; echo evil > .git/hooks/pre-commit' &)",
  ])("after %s", async (script) => {
    const before = await guarded();
    await bash(script);
    expect(await guarded()).toEqual(before);
  });

  test("what was put aside is still there, and what was not guarded stays", async () => {
    await bash("echo evil > .git/hooks/pre-commit; echo x > new; git -c user.name=a -c user.email=a@b add new");
    expect(await readFile(at(".git/hooks-pre-commit.from-sandbox-1"), "utf8")).toBe("evil\n");
    expect(await bash("git status --short")).toBe("A  new\n");
  });

  test("a link in the way leads nothing out", async () => {
    await mkdir(join(outside, "hooks"));
    await writeFile(join(outside, "config"), "precious");
    await bash("mv .git g; ln -s $OUTSIDE .git");
    expect([
      await readdir(outside),
      await readdir(join(outside, "hooks")),
      await readFile(join(outside, "config"), "utf8"),
    ]).toEqual([["config", "hooks"], [], "precious"]);
  });

  test("several commands at once", async () => {
    const before = await guarded();
    await Promise.all([bash("echo x > .git/hooks/a; sleep 0.2; echo x > .git/hooks/b"), bash("echo x > .git/hooks/c")]);
    expect(await guarded()).toEqual(before);
  });
});
