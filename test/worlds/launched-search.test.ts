/** Where commands have a sandbox, searches have it, too, and it knows all directories. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { local } from "../../src/worlds/local.ts";
import { bareCommands } from "../../src/worlds/confinement.ts";
import type { OpenLauncher } from "../../src/worlds/launcher.ts";

test("ripgrep is started through the launcher, which is told every directory", async () => {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "kelson-launched-")));
  onTestFinished(() => rm(parent, { recursive: true }));
  const [root, more] = [join(parent, "root"), join(parent, "more")];
  await mkdir(root);
  await mkdir(more);
  await writeFile(join(more, "x"), "needle");
  const told: string[] = [];
  let running = 0;
  const launcher: OpenLauncher = async ({ roots }) => {
    told.push(...roots);
    return {
      confinement: bareCommands,
      launch: async ({ argv, cwd, env }) => {
        told.push(argv.at(-1) ?? "");
        running += 1;
        return { argv: ["/usr/bin/env", ...argv], cwd, env, ended: () => (running -= 1) };
      },
      close: () => Promise.resolve(),
    };
  };
  const world = await local({ launcher, directories: [more] })(root);
  const found = await Array.fromAsync(world.files.search({ pattern: "needle", path: more }));
  expect(found).toEqual([{ path: join(more, "x"), line: 1, text: "needle", match: true }]);
  expect(told).toEqual([root, more, "--version", "./"]);
  await world.close();
  expect(running).toBe(0);
});
