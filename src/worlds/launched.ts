/** Starts programs of our own in the sandbox that commands have. */
import type { Launcher } from "./launcher.ts";
import type { Spawn } from "./process.ts";

/** Spawns through a launcher: what is started reaches what a command reaches, and no host. */
export const launched =
  (spawn: Spawn, { launch }: Launcher): Spawn =>
  async ({ argv, cwd, env, ...streams }) => {
    const { ended, ...program } = await launch({ argv, cwd, env, reliesOn: [] });
    try {
      const process = await spawn({ ...program, ...streams });
      if (ended !== undefined) void process.ended.then(ended);
      return process;
    } catch (error) {
      ended?.();
      throw error;
    }
  };
