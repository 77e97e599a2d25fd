/** Makes one attack on a sandbox and says what came of it. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Confinement, OpenWorld, World } from "../../contract/world.ts";
import type { Attack } from "./attack.ts";
import { type Ground, ground } from "./ground.ts";
import { knownLimits } from "./known-limits.ts";

/** `damage` is empty when the sandbox held; `promised` says whether it says that it does. */
export interface Attempt {
  readonly attack: Attack;
  readonly promised: boolean;
  readonly damage: readonly string[];
}

/** Opens a world whose commands have this home directory; `base` is a directory in which the ground is made and removed. */
export interface Target {
  readonly open: (home: string) => OpenWorld;
  readonly base: string;
}

export const attempt = async (attack: Attack, { open, base }: Target): Promise<Attempt> => {
  const here = await ground(base);
  try {
    const world = await open(here.home)(here.root);
    try {
      return { attack, promised: promises(world.describe(), attack), damage: await damageOf(attack, world, here) };
    } finally {
      await world.close();
    }
  } finally {
    await here.close();
  }
};

const promises = ({ sandbox, holds }: Confinement, { hold, name }: Attack): boolean =>
  holds.includes(hold) && knownLimits[sandbox]?.[name] === undefined;

const patienceMs = 10_000;
const hearingMs = 20;

const damageOf = async ({ program, limits }: Attack, world: World, here: Ground): Promise<readonly string[]> => {
  const [language, script] = program;
  const argv = [language, language === "sh" ? "-c" : "-e", script] as const;
  const running = await world.exec({ argv, env: here.env, limits, timeoutMs: patienceMs });
  const { stdout } = await running.exit;
  await sleep(hearingMs);
  return [
    ...here.damage(stdout),
    ...((await lives(join(here.root, "beats"))) ? ["a process outlived its command"] : []),
  ];
};

const beatMs = 250;

/** Whether somebody still writes to the file. */
const lives = async (file: string): Promise<boolean> => {
  if (!existsSync(file)) return false;
  const { size } = statSync(file);
  await sleep(beatMs);
  return statSync(file).size !== size;
};
