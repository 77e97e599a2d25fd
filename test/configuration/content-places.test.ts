/** Which skills and agents of a directory count: trusted ones of the project, nearest first, then the user's own. */
import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { contentPlaces } from "../../src/configuration/content-places.ts";
import { forgetProject, trustProject } from "../../src/configuration/trust.ts";
import { newDirectory } from "../stores/directory.ts";

const shop = async () => {
  const top = await realpath(newDirectory());
  const [home, repository, cwd] = [join(top, "home"), join(top, "repository"), join(top, "repository/deep/package")];
  const env = { HOME: home };
  await mkdir(join(repository, ".git"), { recursive: true });
  await mkdir(cwd, { recursive: true });
  const warnings: string[] = [];
  return {
    env,
    cwd,
    repository,
    warnings,
    make: (path: string) => mkdir(join(top, path), { recursive: true }),
    places: async () => {
      warnings.length = 0;
      const found = await contentPlaces(cwd, env, (sentence) => void warnings.push(sentence));
      return found.map(({ kind, directory, source }) => `${source} ${kind} ${relative(top, directory)}`);
    },
  };
};

test("a project's count only when trusted, nearest first, and the user's own come last", async () => {
  const { env, cwd, make, places, warnings } = await shop();
  await make("home/.config/kelson/skills");
  await make("home/.claude/agents");
  await make("repository/.claude/skills");
  await make("repository/.agents/agents");
  await make("repository/deep/package/.agents/skills");
  const own = ["user skills home/.config/kelson/skills", "user agents home/.claude/agents"];
  expect(await places()).toEqual(own);
  expect(warnings).toHaveLength(3);
  await trustProject(cwd, env);
  expect(await places()).toEqual([
    "project skills repository/deep/package/.agents/skills",
    "project agents repository/.agents/agents",
    "project skills repository/.claude/skills",
    ...own,
  ]);
  expect(warnings).toEqual([]);
  expect(await forgetProject(cwd, env)).toBe(true);
  expect(await places()).toEqual(own);
});

test("what has changed counts no more, and the others still do", async () => {
  const { env, cwd, repository, make, places, warnings } = await shop();
  await make("repository/.agents/skills/a");
  await make("repository/.claude/skills/b");
  await trustProject(cwd, env);
  await writeFile(join(repository, ".agents/skills/a/SKILL.md"), "new");
  expect(await places()).toEqual(["project skills repository/.claude/skills"]);
  expect(warnings).toEqual([expect.stringContaining(".agents/skills has changed since it was trusted")]);
});

test("a link to another place of the project is that place, and one that leaves the project does not count", async () => {
  const { env, cwd, repository, make, places, warnings } = await shop();
  await make("repository/.agents/skills");
  await make("repository/.claude");
  await make("elsewhere");
  await symlink("../.agents/skills", join(repository, ".claude/skills"));
  await symlink("../../elsewhere", join(repository, ".claude/agents"));
  await trustProject(cwd, env);
  expect(await places()).toEqual(["project skills repository/.agents/skills"]);
  expect(warnings).toEqual([expect.stringContaining(".claude/agents leads out of the project")]);
});
