/** Which files of a workspace are hidden from commands by their names. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { workspaceSecrets } from "../../src/worlds/workspace-secrets.ts";

const found = async (...files: readonly string[]): Promise<string[]> => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "kelson-secrets-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), "x");
  }
  await symlink("/etc/hosts", join(root, ".env.link"));
  return workspaceSecrets(root).map((path) => relative(root, path));
};

test("variables, accounts and keys, down to packages", async () => {
  const secrets = [
    ".dev.vars",
    ".env",
    ".env.local",
    "client_secret_1.json",
    "id_rsa",
    ".netrc",
    "vault.kdbx",
    "packages/app/.env.production",
    "infra/a/b/service-account.json",
  ];
  const all = await found(...secrets, "deploy/.aws/credentials", ".ssh/config");
  expect(all.toSorted()).toEqual([...secrets, ".env.link", "deploy/.aws", ".ssh"].toSorted());
});

test("no templates, no certificates of tests, no environment of Python, and nothing that was fetched or lies deep", async () => {
  const harmless = [
    ".env.example",
    ".env.local.sample",
    "test/server.pem",
    "server.key",
    ".npmrc",
    "id_rsa.pub",
    "environment.ts",
    ".env/bin/python",
    "node_modules/a/.env",
    "a/b/c/d/.env",
    "service.json",
  ];
  expect(await found(...harmless)).toEqual([".env.link"]);
});
