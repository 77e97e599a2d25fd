/** A world for tests: a new directory with the files that they need. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "../contract/world.ts";
import { local } from "../worlds/local.ts";

/** The local world over a new temporary directory that holds these files, by their paths. Closing it removes them all. */
export const workspace = async (files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<World> => {
  const world = await local()(await mkdtemp(join(tmpdir(), "kelson-workspace-")));
  for (const [path, content] of Object.entries(files)) await world.files.write(path, content);
  const close = async (): Promise<void> => {
    await world.close();
    await rm(world.root, { recursive: true, force: true });
  };
  return { ...world, close };
};
