/** Finds the directories that protected paths are known by: the home, what is worked in, and Kelson's own. */
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { configurationFile } from "../configuration/files.ts";
import { userTools } from "../configuration/tool-places.ts";
import type { AssembleOptions } from "../contract/options.ts";
import type { ProtectedPlaces } from "../policy/protected-paths.ts";

/** What is not there yet stands for itself. */
export const protectedPlaces = async (
  { env }: Pick<AssembleOptions, "env">,
  { roots, stateDirectory }: { readonly roots: readonly string[]; readonly stateDirectory: string },
): Promise<ProtectedPlaces> => ({
  home: await real(env["HOME"] || homedir()),
  roots: await Promise.all(roots.map(real)),
  stateDirectory: await real(stateDirectory),
  configDirectory: await real(dirname(configurationFile(env))),
  toolDirectory: await real(dirname(userTools(env))),
});

const real = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));
