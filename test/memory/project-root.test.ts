/** A directory's project is its repository, whichever worktree it is in; nobody can claim to be one of another's worktrees. */
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noteDirectories } from "../../src/memory/note-directories.ts";
import { projectRoot } from "../../src/memory/project-root.ts";
import { newDirectory } from "../stores/directory.ts";

const git = (cwd: string, ...words: string[]): void =>
  void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd, stdio: "ignore" });

const repository = (): string => {
  const root = realpathSync(newDirectory());
  git(root, "init");
  git(root, "commit", "--allow-empty", "-m", "first");
  mkdirSync(join(root, "deep/er"), { recursive: true });
  return root;
};

test("it is the root of the repository, of whatever worktree", async () => {
  const root = repository();
  const worktree = join(realpathSync(newDirectory()), "tree");
  git(root, "worktree", "add", worktree);
  mkdirSync(join(worktree, "deep"));
  const places = [root, join(root, "deep/er"), worktree, join(worktree, "deep")];
  expect(await Promise.all(places.map(projectRoot))).toEqual(places.map(() => root));
});

test("without a repository it is the directory itself, also when that is gone", async () => {
  const directory = realpathSync(newDirectory());
  expect(await projectRoot(directory)).toBe(directory);
  expect(await projectRoot(join(directory, "gone"))).toBe(join(directory, "gone"));
});

test("what only calls itself a worktree of a repository is none", async () => {
  const root = repository();
  const worktree = join(realpathSync(newDirectory()), "tree");
  git(root, "worktree", "add", worktree);
  const liar = realpathSync(newDirectory());
  for (const lie of [`gitdir: ${root}/.git/worktrees/tree`, `gitdir: ${root}/.git`, "gitdir: /nowhere", "", "\0"]) {
    writeFileSync(join(liar, ".git"), lie);
    expect([lie, await projectRoot(liar)]).toEqual([lie, liar]);
  }
});

test("two projects of the same name share no directory of notes", () => {
  const places = ["/work/a/app", "/work/b/app", "/"].map((project) => noteDirectories({ HOME: "/home/me" }, project));
  expect(new Set(places.map(({ user }) => user))).toEqual(new Set(["/home/me/.local/share/kelson/memory/user"]));
  expect(new Set(places.map(({ project }) => project)).size).toBe(3);
  expect(places[0]?.project).toMatch(/^\/home\/me\/\.local\/share\/kelson\/memory\/app-[0-9a-f]{12}$/u);
  expect(noteDirectories({ XDG_DATA_HOME: "/data" }, "/").project).toMatch(/^\/data\/kelson\/memory\/root-/u);
});
