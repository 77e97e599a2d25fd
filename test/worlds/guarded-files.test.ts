/** Protected files: only a call that was allowed them by name reads or writes them, and searches pass over them. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { World } from "../../src/contract/world.ts";
import { local } from "../../src/worlds/local.ts";

const found = async (world: World, path?: string): Promise<string[]> =>
  (await Array.fromAsync(world.files.search({ pattern: "secret", path, glob: "{.*,*}" }))).map((line) => line.path);

test.each([undefined, "/no/ripgrep"])("with ripgrep at %s", async (ripgrep) => {
  const directory = await mkdtemp(join(tmpdir(), "kelson-guarded-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, "keys"));
  for (const file of [".env", "plain", "keys/one"]) await writeFile(join(directory, file), "secret");
  const [env, keys] = [join(directory, ".env"), join(directory, "keys")];
  const guard = (real: string): string | undefined =>
    real === env || real.startsWith(keys) ? "is guarded" : undefined;
  const open = await local({ guard, ...(ripgrep !== undefined && { ripgrep }) })(directory);
  onTestFinished(() => open.close());

  expect(await found(open)).toEqual(["plain"]);
  expect(await open.files.find("{.*,*}")).toEqual(["plain"]);

  const named = open.narrow({ effects: ["read", "write"], anywhere: false, guarded: [env, keys] });
  expect([await found(named, ".env"), await found(named, "keys")]).toEqual([[".env"], ["keys/one"]]);
  await named.files.write(".env", "other secret");
  expect(await readFile(env, "utf8")).toBe("other secret");

  const narrow = open.narrow({ effects: ["read", "write"], anywhere: false });
  for (const world of [open, narrow, narrow.narrow({ effects: ["read", "write"], anywhere: true, guarded: [env] })]) {
    await expect(found(world, ".env")).rejects.toThrow(".env is guarded");
    await expect(world.files.read(".env")).rejects.toThrow(".env is guarded");
    await expect(world.files.write(".env", "x")).rejects.toThrow(".env is guarded");
    await expect(world.files.remove("keys/one")).rejects.toThrow("keys/one is guarded");
  }
});
