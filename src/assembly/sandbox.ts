/** From the setting `sandbox` to the worlds whose commands run in one, to what it confines, and to attacks on it. */
import { accessSync, constants, mkdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { AssembleOptions, AttackFinding } from "../contract/options.ts";
import type { Confinement, OpenWorld } from "../contract/world.ts";

type Surroundings = Pick<AssembleOptions, "configuration" | "env">;

/** Opens directories as the configuration says. `stateDirectory` is hidden from commands and remembers what was tested. */
export const openSandboxed = async (
  { configuration, env }: Surroundings,
  stateDirectory: string,
  trial: "before" | "beside" = "beside",
): Promise<OpenWorld> => {
  const { local } = await import("../worlds/local.ts");
  const { sandbox = "workspace-write" } = configuration;
  if (sandbox === "off") return local({ env });
  const { chooseSandbox } = await import("../worlds/choose-sandbox.ts");
  const launcher = chooseSandbox({ hidden: [stateDirectory], passed: join(stateDirectory, "sandbox"), trial });
  return local({ env, launcher, writes: sandbox });
};

/** What commands in this directory are held to. */
export const confinementIn = async (
  options: Pick<AssembleOptions, "configuration" | "env" | "cwd">,
  stateDirectory: string,
): Promise<Confinement> => {
  const world = await (await openSandboxed(options, stateDirectory, "before"))(options.cwd);
  await world.close();
  return world.describe();
};

/** Makes every attack on the sandbox that would be chosen, each on a ground of its own that is removed again. */
export async function* attackSandbox(
  { configuration, env }: Surroundings,
  stateDirectory: string,
): AsyncGenerator<AttackFinding> {
  const { attacks } = await import("../worlds/attacks/attacks.ts");
  const { attempt } = await import("../worlds/attacks/attempt.ts");
  const base = ground(env);
  const openWorld = (home: string): OpenWorld => {
    const own = { ...env, HOME: home, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined };
    const opened = openSandboxed({ configuration, env: own }, stateDirectory);
    return async (root) => (await opened)(root);
  };
  for (const attack of attacks) {
    const { promised, damage } = await attempt(attack, { base, open: openWorld });
    yield { name: attack.name, hold: attack.hold, promised, damage };
  }
}

/** Where the outside of an attack is to be seen by commands, which have a /tmp of their own; else in /tmp all the same. */
const ground = (env: AssembleOptions["env"]): string => {
  const directory = env["XDG_CACHE_HOME"] || join(env["HOME"] || homedir(), ".cache");
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return directory;
  } catch {
    return tmpdir();
  }
};
