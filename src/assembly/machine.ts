/** The machine that calls work on: the world of a directory, and what calls there are judged by. */
import { resolve } from "node:path";
import type { Grounds } from "../agent/study.ts";
import type { AssembleOptions } from "../contract/options.ts";
import type { OpenWorld } from "../contract/world.ts";
import { protectedPaths } from "../policy/protected-paths.ts";
import { grounds } from "./grounds.ts";
import { names } from "./names.ts";
import { offline } from "./offline.ts";
import { protectedPlaces } from "./protected-places.ts";
import { sandboxOptions } from "./sandbox.ts";
import { placeOf } from "./state-directory.ts";

export interface Machine {
  readonly openWorld: OpenWorld;
  readonly grounds: Grounds;
}

/** `directories` are further ones to work in; absent, as the configuration says. */
export const machine = async (
  options: Pick<AssembleOptions, "configuration" | "cwd" | "env">,
  directories: readonly string[] = furtherDirectories(options),
): Promise<Machine> => {
  const { configuration, cwd, env } = options;
  const { local } = await import("../worlds/local.ts");
  const stateDirectory = placeOf(options);
  const guard = protectedPaths(await protectedPlaces(options, { roots: [cwd, ...directories], stateDirectory }));
  const openWorld = local({
    env,
    directories,
    guard: (path, access) => guard(path, access)?.why,
    ...(await sandboxOptions(configuration, stateDirectory)),
  });
  return {
    openWorld: configuration.offline ? offline(openWorld) : openWorld,
    grounds: await grounds({ cwd, env, rules: configuration.rules ?? [], stateDirectory, guard }),
  };
};

const furtherDirectories = ({ configuration, cwd }: Pick<AssembleOptions, "configuration" | "cwd">): string[] =>
  names(configuration.addDir).map((path) => (path === "~" || path.startsWith("~/") ? path : resolve(cwd, path)));
