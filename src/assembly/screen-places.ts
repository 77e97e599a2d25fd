/** Where the terminal program keeps and finds what is a person's own. */
import { dirname, join } from "node:path";
import { configurationFile } from "../configuration/files.ts";
import type { Here, ScreenPlaces } from "../contract/options.ts";
import { protectedPaths } from "../policy/protected-paths.ts";
import { protectedPlaces } from "./protected-places.ts";
import { placeOf } from "./state-directory.ts";

export const screenPlaces = async (options: Here): Promise<ScreenPlaces> => {
  const { cwd, env } = options;
  const stateDirectory = placeOf(options);
  const directory = dirname(configurationFile(env));
  const guard = protectedPaths(await protectedPlaces(options, { roots: [cwd], stateDirectory }));
  return {
    historyFile: join(stateDirectory, "input-history.jsonl"),
    keysFile: join(directory, "keys.json"),
    themesDirectory: join(directory, "themes"),
    isSecret: (path) => guard(path, "read")?.kind === "credential",
  };
};
