/** `kelson fork`: another way from a step of a session, here or in a copy of its directory. */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Workshop, workshop } from "./workshop.ts";

const worked = async (shop: Workshop): Promise<string> => {
  const model = await shop.script(
    { text: "Looking.", calls: [{ name: "list_directory", input: {} }] },
    { text: "Seen." },
    { text: "Writing.", calls: [{ name: "write_file", input: { path: "note.txt", content: "new\n" } }] },
    { text: "Written." },
  );
  const argv = ["run", "-m", model, "--permission-mode", "accept-edits", "--output-format", "json", "look around"];
  return (JSON.parse((await shop.kelson(argv)).stdout) as { session_id: string }).session_id;
};

test("makes a session, shows whose fork it is, and keeps its parent from being removed before it", async () => {
  const shop = await workshop();
  const parent = await worked(shop);
  const { code, stdout, stderr } = await shop.kelson(["fork", parent, "--at", "1"]);
  expect(code).toBe(0);
  const fork = stdout.trim();
  expect(stderr).toContain(`forked from ${parent} after step 1; go on with: kelson run -r ${fork}`);
  expect((await shop.kelson(["sessions", "list", "--tree"])).stdout).toMatch(
    /look around\n.* {2}look around \(fork of/u,
  );
  expect((await shop.kelson(["audit", "verify", fork])).code).toBe(0);
  const refused = await shop.kelson(["sessions", "rm", parent]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`${fork} begin with its lines`) });
  expect((await shop.kelson(["sessions", "rm", parent, fork])).code).toBe(0);
});

test("with a task it goes on at once, with the model that the session had, in a copy if asked", async () => {
  const shop = await workshop();
  const parent = await worked(shop);
  await writeFile(join(shop.cwd, "note.txt"), "old\n");
  const copy = join(shop.home, "copy");
  const { code, stdout } = await shop.kelson(["fork", parent, "write it down", "--copy", copy]);
  expect([code, stdout]).toEqual([0, "Written.\n"]);
  expect(await readFile(join(copy, "note.txt"), "utf8")).toBe("new\n");
  expect(await readFile(join(shop.cwd, "note.txt"), "utf8")).toBe("old\n");
  const again = await shop.kelson(["fork", parent, "write it down", "--copy", copy]);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining(`--copy ${copy} cannot be made`) });
});

test("in a git worktree it has the changes that are there, and the directory stays as it was", async () => {
  const shop = await workshop();
  const git = (...argv: string[]): string =>
    execFileSync("git", ["-C", shop.cwd, "-c", "user.name=t", "-c", "user.email=t@t", ...argv], { encoding: "utf8" });
  await writeFile(join(shop.cwd, "note.txt"), "committed\n");
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "first");
  const parent = await worked(shop);
  await writeFile(join(shop.cwd, "other.txt"), "not committed\n");
  const { code, stdout } = await shop.kelson([
    "fork",
    parent,
    "write it down",
    "--worktree",
    "--permission-mode",
    "auto",
  ]);
  expect([code, stdout]).toEqual([0, "Written.\n"]);
  const worktrees = git("worktree", "list", "--porcelain").split("\n");
  const place = worktrees.findLast((line) => line.startsWith("worktree "))?.slice("worktree ".length) ?? "";
  expect(await readFile(join(place, "note.txt"), "utf8")).toBe("new\n");
  expect(await readFile(join(place, "other.txt"), "utf8")).toBe("not committed\n");
  expect(await readFile(join(shop.cwd, "note.txt"), "utf8")).toBe("committed\n");
});

test.each([
  [["fork", "--worktree"], "no worktree can be made"],
  [["fork", "--worktree", "--copy", "x"], "--copy and --worktree are two places"],
  [["fork", "--at", "two"], '--at must be a step, such as 3, got "two"'],
  [["fork", "--at", "9"], "has no step 9; its last one is 2"],
  [["fork", "nobody"], 'no session has the id "nobody"'],
])("%j is refused in one sentence", async (argv, sentence) => {
  const shop = await workshop();
  await worked(shop);
  const { code, stderr } = await shop.kelson(argv);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});
