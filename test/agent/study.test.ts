/** What commands would touch, told on a real directory: patterns are what they stand for, links where they lead. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { explain } from "../../src/agent/explain.ts";
import { machine } from "../../src/assembly/machine.ts";
import type { Mode } from "../../src/contract/terms.ts";
import { bash } from "../../src/tools/bash.ts";

let place: string;
beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), "kelson-study-"));
  place = join(parent, "work");
  await mkdir(join(place, "src"), { recursive: true });
  await mkdir(join(place, ".git"));
  await mkdir(join(place, "empty"));
  for (const file of [".env", "a.txt", "b.txt", "src/one.ts", "src/key.pem", "../outside.txt"])
    await writeFile(join(place, file), "x");
  await symlink("../outside.txt", join(place, "out"));
  await symlink(".env", join(place, "inner"));
  return () => rm(parent, { recursive: true, force: true });
});

const verdict = async (command: string, mode: Mode = "default"): Promise<string> => {
  const env = { HOME: join(place, ".."), PATH: process.env["PATH"] };
  const { openWorld, grounds } = await machine({ configuration: { sandbox: "off" }, cwd: place, env });
  const world = await openWorld(place);
  onTestFinished(() => world.close());
  const told = await explain({ world, grounds, mode }, bash, { command });
  return `${told.verdict.decision}: ${told.verdict.rule}`;
};

test.each([
  ["cat a.txt", "allow: reads only"],
  ["cat *.txt | sort && ls src", "allow: reads only"],
  ["cat *", "deny: guarded: credential"],
  ["cat .e*", "deny: guarded: credential"],
  ["cat .e?v", "deny: guarded: credential"],
  ["cat .[a-f]nv", "deny: guarded: credential"],
  ["cat src/*", "deny: guarded: credential"],
  ["cat src/*.ts", "allow: reads only"],
  ["cat inner", "deny: guarded: credential"],
  ["cat out", "ask: mode default: read outside the workspace"],
  ["cat empty/*", "allow: reads only"],
  ["cd src && cat key.pem", "deny: guarded: credential"],
  ["F=.env; cat $F", "deny: guarded: credential"],
  ["cat $(echo .env)", /^ask: not understood: /u],
  ["echo x > .git/config", "deny: never: git-internals"],
  ["rm -rf .git", "deny: never"],
  ["rm -rf ~", "deny: never"],
  ["rm *.txt", /^ask: mode default: /u],
  ["npm test", "ask: mode default: execute"],
  ["git log --oneline", /^(?:allow|ask)/u],
] as const)("%s", async (command, expected) => {
  expect(await verdict(command)).toMatch(
    typeof expected === "string" ? new RegExp(`^${RegExp.escape(expected)}$`, "u") : expected,
  );
});

test("edits by commands are accepted where edits are", async () => {
  expect(await verdict("mkdir -p new && touch new/a && cp a.txt new/b", "accept-edits")).toBe(
    "allow: mode accept-edits",
  );
  expect(await verdict("cp a.txt ../b", "accept-edits")).toMatch(/^ask: mode accept-edits: write outside/u);
  expect(await verdict("cp a.txt .bashrc", "accept-edits")).toBe("deny: guarded: runs-by-itself");
});
