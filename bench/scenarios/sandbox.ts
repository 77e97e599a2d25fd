/** What the sandbox costs a command: `echo hi` in it, beside the same as this user, each 50 ms after the last. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../../src/contract/world.ts";
import { chooseSandbox } from "../../src/worlds/choose-sandbox.ts";
import { local } from "../../src/worlds/local.ts";
import { type Figure, inTurn, timed } from "../measure.ts";

const turns = 60;

/** A model takes longer to say what comes next. */
const pauseMs = 50;

export const sandbox = async (): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-bench-"));
  const plain = await local()(directory);
  const held = await local({ launcher: chooseSandbox() })(directory);
  const took = await inTurn(
    turns,
    () => afterPause(() => echo(held)),
    () => afterPause(() => echo(plain)),
  );
  const name = held.describe().sandbox;
  await Promise.all([plain.close(), held.close()]);
  rmSync(directory, { recursive: true, force: true });
  return [{ name: "echo hi in a sandbox", ...took, unit: "ms", note: `${name}; bare is without a sandbox` }];
};

const afterPause = async (work: () => Promise<unknown>): Promise<number> => {
  await sleep(pauseMs);
  return timed(work);
};

const echo = async (world: World): Promise<unknown> => (await world.exec({ argv: ["echo", "hi"] })).exit;
