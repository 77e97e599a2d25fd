/** Sub-agents in git worktrees: what they change is kept on their branch, and is not the parent's until it is merged. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bash } from "../../src/tools/bash.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { writeFile } from "../../src/tools/write-file.ts";
import { gitWorktrees } from "../../src/worlds/git-worktrees.ts";
import { newDirectory } from "../stores/directory.ts";
import { acting, agentCall } from "./acting.ts";
import type { Turn } from "./playing.ts";
import { eventsOf, say, type Work, workshop } from "./workshop.ts";

const parts = (isolation: string, ...turns: Turn[]) => ({
  "share it": [{ calls: [agentCall("change it", { isolation })] }, { text: "Done." }],
  "change it": [...turns, { text: "changed" }],
});

const at = async (turns: Readonly<Record<string, readonly Turn[]>>, repository: "with" | "without" = "with") => {
  const place = newDirectory();
  const worktrees = gitWorktrees({ place, env: process.env });
  const tools = [agentTool(), writeFile, bash];
  const work = await workshop({
    provider: acting(turns),
    tools,
    mode: "bypass",
    change: (made) => ({ ...made, worktrees }),
  });
  const [opened] = await eventsOf(work);
  const cwd = opened?.type === "session.opened" ? opened.data.cwd : "";
  const git = (...words: string[]): string =>
    execFileSync("git", ["-C", cwd, "-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      encoding: "utf8",
    }).trim();
  if (repository === "with") {
    git("init", "--quiet", "--initial-branch=main");
    writeFileSync(join(cwd, "a.txt"), "one\n");
    git("add", "--all");
    git("commit", "--quiet", "-m", "first");
  }
  writeFileSync(join(cwd, "a.txt"), "two\n");
  return { work, cwd, git, place };
};

const reportOf = async (work: Work) => {
  const told = (await eventsOf(work)).find(({ type }) => type === "agent.reported");
  if (told?.type !== "agent.reported") throw new Error("nobody reported");
  return told.data;
};

const write = (path: string): Turn => ({ calls: [{ name: "write_file", input: { path, content: "mine\n" } }] });

test("what it writes stays in its worktree, which is kept and named", async () => {
  const { work, cwd, git } = await at(
    parts("worktree", write("b.txt"), { calls: [{ name: "bash", input: { command: "cat a.txt" } }] }),
  );
  await say(work.session, "share it");
  const { child, text = "" } = await reportOf(work);
  expect(text).toContain("with changes that are not committed");
  const worktree = /: (\/\S+), branch/u.exec(text)?.[1] ?? "";
  expect(readFileSync(join(worktree, "b.txt"), "utf8")).toBe("mine\n");
  expect(existsSync(join(cwd, "b.txt"))).toBe(false);
  expect(git("branch", "--format=%(refname:short)")).toContain(`kelson/${child}`);
  const events = await eventsOf({ ...work, session: { id: child } });
  expect(JSON.stringify(events.filter(({ type }) => type === "call.finished"))).toContain("one");
});

test("one that changes nothing leaves nothing behind", async () => {
  const look: Turn = { calls: [{ name: "bash", input: { command: "cat a.txt" } }] };
  const { work, git, place } = await at(parts("worktree-with-changes", look));
  await say(work.session, "share it");
  const { child, text } = await reportOf(work);
  expect(text).toBe("changed");
  const events = await eventsOf({ ...work, session: { id: child } });
  expect(JSON.stringify(events.filter(({ type }) => type === "call.finished"))).toContain("two");
  expect([git("branch", "--format=%(refname:short)"), existsSync(join(place, child))]).toEqual(["main", false]);
});

test("where there is no repository, the model is told", async () => {
  const { work } = await at(parts("worktree"), "without");
  await say(work.session, "share it");
  expect(await reportOf(work)).toMatchObject({
    ok: false,
    text: expect.stringContaining("not a git repository") as unknown,
  });
});
