/** Opens worlds whose sandbox waits for its first command already, where the launcher builds sandboxes ahead. */
import { setTimeout as sleep } from "node:timers/promises";
import type { OpenWorld } from "../../../src/contract/world.ts";

/** Time to build one on a busy machine. */
const pauseMs = 150;

export const builtAhead =
  (open: OpenWorld): OpenWorld =>
  async (directory) => {
    const world = await open(directory);
    await (
      await world.exec({ argv: ["true"] })
    ).exit;
    await sleep(pauseMs);
    return world;
  };
