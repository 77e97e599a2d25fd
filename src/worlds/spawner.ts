/** Starts programs in the quickest way that works: through the spawn helper, else as children of this process. */
import { type CommandGroup, commandGroup } from "./command-group.ts";
import type { Program, Spawn } from "./process.ts";
import { spawn } from "./spawn.ts";
import { type SpawnHelper, spawnHelper } from "./spawn-helper.ts";

/** `start` makes the helper ready soon; `close` ends it, until the next program needs one. */
export interface Spawner {
  readonly spawn: Spawn;
  readonly start: () => void;
  readonly close: () => Promise<void>;
}

/** How many helpers may die before programs are started without one. */
const maxDeaths = 3;

/** A start of Kelson need not wait for the helper, and whoever only looks is gone by then. In milliseconds. */
const startsAfterMs = 150;

/** `env` is the helper's own environment. Programs that are written to are started without it. */
export const spawner = (env: Readonly<Record<string, string>>): Spawner => {
  let helper: Promise<SpawnHelper | undefined> | undefined;
  let starting: NodeJS.Timeout | undefined;
  let deaths = 0;

  let group: CommandGroup | undefined;

  const begin = async (): Promise<SpawnHelper | undefined> => {
    const found = await spawnHelper(env).catch(() => undefined);
    if (found !== undefined) void (group ??= commandGroup()).join(found.pid);
    return found;
  };

  const living = async (): Promise<SpawnHelper | undefined> => {
    if (deaths >= maxDeaths) return undefined;
    const current = (helper ??= begin());
    const found = await current;
    if (found === undefined || found.alive()) return found;
    if (helper === current) {
      helper = undefined;
      deaths += 1;
    }
    return living();
  };

  const throughHelper = async (program: Program): ReturnType<Spawn> => {
    const found = await living();
    if (found === undefined) return spawn(program);
    return (await found.spawn(program)) ?? throughHelper(program);
  };

  return {
    spawn: withoutNul((program) => (program.stdin === "pipe" ? spawn(program) : throughHelper(program))),
    start: () => {
      starting ??= setTimeout(() => (helper ??= begin()), startsAfterMs).unref();
    },
    close: async () => {
      clearTimeout(starting);
      starting = undefined;
      const closing = helper;
      helper = undefined;
      await (await closing)?.close();
      void group?.remove();
      group = undefined;
    },
  };
};

/** The same without a helper. */
export const childrenOnly = (): Spawner => ({
  spawn: withoutNul(spawn),
  start: () => undefined,
  close: () => Promise.resolve(),
});

/** Words travel to the helper with NUL between them, and to the kernel too. */
const withoutNul =
  (spawn: Spawn): Spawn =>
  async (program) => {
    const { argv, cwd, env } = program;
    if ([...argv, cwd, ...Object.entries(env).flat()].some((word) => word.includes("\0")))
      throw new Error("a NUL character is in an argument or a variable");
    return spawn(program);
  };
