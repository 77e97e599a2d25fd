/** What the Landlock sandbox adds to a command: `echo hi` in it, and beside it without a sandbox. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "../../src/contract/world.ts";
import { landlock as launcher } from "../../src/worlds/landlock.ts";
import { local } from "../../src/worlds/local.ts";
import { type Figure, inTurn, timed } from "../measure.ts";

const turns = 100;

const echo = (world: World): Promise<number> => timed(async () => (await world.exec({ argv: ["echo", "hi"] })).exit);

/** Nothing where this machine has no Landlock. */
export const landlock = async (): Promise<Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), "kelson-bench-"));
  const plain = await local()(directory);
  try {
    const confined = await local({ launcher })(directory);
    const took = await inTurn(
      turns,
      () => echo(confined),
      () => echo(plain),
    );
    await confined.close();
    return [{ name: "`echo hi` in landlock", ...took, unit: "ms", note: "bare is the same without a sandbox" }];
  } catch {
    return [];
  } finally {
    await plain.close();
    await rm(directory, { recursive: true });
  }
};
