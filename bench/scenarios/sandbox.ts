/** What the sandbox costs a command: `echo hi` in it, beside the same as this user. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "../../src/contract/world.ts";
import { chooseSandbox } from "../../src/worlds/choose-sandbox.ts";
import { local } from "../../src/worlds/local.ts";
import { type Figure, inTurn, timed } from "../measure.ts";

const turns = 60;

export const sandbox = async (): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-bench-"));
  const plain = await local()(directory);
  const held = await local({ launcher: chooseSandbox() })(directory);
  const took = await inTurn(
    turns,
    () => timed(() => echo(held)),
    () => timed(() => echo(plain)),
  );
  const name = held.describe().sandbox;
  await Promise.all([plain.close(), held.close()]);
  rmSync(directory, { recursive: true, force: true });
  return [{ name: "echo hi in a sandbox", ...took, unit: "ms", note: `${name}; bare is without a sandbox` }];
};

const echo = async (world: World): Promise<unknown> => (await world.exec({ argv: ["echo", "hi"] })).exit;
