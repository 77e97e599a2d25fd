/** What git says: its status in a sandbox, its branch everywhere, and nothing that a repository would have it run. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdsPrograms, type World } from "../../src/contract/world.ts";
import { gitText } from "../../src/sources/git.ts";
import { chooseSandbox } from "../../src/worlds/choose-sandbox.ts";
import { local } from "../../src/worlds/local.ts";

const launcher = chooseSandbox();
const tried = await local({ launcher })(tmpdir());
const missing = holdsPrograms(tried.describe()) ? undefined : "no sandbox holds programs here";
await tried.close();

const repository = async (): Promise<string> => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "kelson-git-")));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  git(directory, "init", "-q", "-b", "trunk");
  await writeFile(join(directory, "a.txt"), "a\n");
  git(directory, "add", ".");
  git(directory, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "first");
  return directory;
};

const git = (cwd: string, ...words: readonly string[]): string => execFileSync("git", words, { cwd, encoding: "utf8" });

const open = async (directory: string, sandbox: "sandbox" | "none" = "sandbox"): Promise<World> => {
  const world = await local(sandbox === "sandbox" ? { launcher } : {})(directory);
  onTestFinished(() => world.close());
  return world;
};

const held = `in a sandbox${missing === undefined ? "" : ` (skipped: ${missing})`}`;

test.skipIf(missing !== undefined)(`${held} the status is told, a few files of it`, async () => {
  const directory = await repository();
  expect(await gitText(await open(directory))).toBe("branch trunk\nstatus: clean");
  await writeFile(join(directory, "a.txt"), "b\n");
  for (let file = 0; file < 25; file += 1) await writeFile(join(directory, `new ${file}\n.txt`), "");
  const lines = (await gitText(await open(directory)))?.split("\n") ?? [];
  expect(lines.slice(0, 4)).toEqual(["branch trunk", "status:", "   M a.txt", String.raw`  ?? new 0\n.txt`]);
  expect(lines.slice(-1)).toEqual(["  and 6 more"]);
});

test.skipIf(missing !== undefined)(`${held} nothing that a repository names runs with any effect`, async () => {
  const directory = await repository();
  const ran = join(directory, "ran");
  for (const key of ["core.fsmonitor", "filter.evil.clean", "filter.evil.process", "core.pager", "core.sshCommand"])
    git(directory, "config", key, `touch ${ran}; cat`);
  await writeFile(join(directory, ".gitattributes"), "* filter=evil\n");
  await writeFile(join(directory, "a.txt"), "b\n");
  expect(await gitText(await open(directory))).toMatch(/^branch trunk/u);
  expect(existsSync(ran)).toBe(false);
});

test("without a sandbox, in a worktree, and on no branch there is what can be read", async () => {
  const directory = await repository();
  expect(await gitText(await open(directory, "none"))).toBe("branch trunk");
  const tree = `${directory}-tree`;
  onTestFinished(() => rm(tree, { recursive: true, force: true }));
  git(directory, "worktree", "add", "-q", "-b", "side", tree);
  await mkdir(join(tree, "deep"));
  expect(await gitText(await open(join(tree, "deep"), "none"))).toBe("branch side");
  git(directory, "checkout", "-q", "--detach");
  expect(await gitText(await open(directory, "none"))).toBe(
    `detached at ${git(directory, "rev-parse", "HEAD").slice(0, 12)}`,
  );
});

test("what is no repository, or only looks like one, says nothing", async () => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "kelson-git-")));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  expect(await gitText(await open(directory))).toBeUndefined();
  await writeFile(join(directory, "HEAD"), "a secret of ten words\n");
  await writeFile(join(directory, ".git"), "gitdir: .\n");
  expect(await gitText(await open(directory))).toBeUndefined();
});
