/** Commands that work on what is stored and need no model: looking, sorting, checking. */
import type { Command } from "commander";
import type { Runtime } from "../../contract/runtime.ts";
import type { Surroundings } from "./surroundings.ts";

/** Flags that such commands share. */
export interface StoreFlags {
  readonly stateDir?: string | undefined;
}

export const withRuntime = async <T>(
  surroundings: Surroundings,
  { stateDir }: StoreFlags,
  use: (runtime: Runtime) => Promise<T>,
): Promise<T> => {
  const { env, cwd } = surroundings;
  const configuration = await surroundings.configure(stateDir === undefined ? {} : { stateDir });
  const { withoutModel } = await surroundings.assemble();
  const runtime = await withoutModel({ configuration, cwd, env, saved: true, interactive: false });
  try {
    return await use(runtime);
  } finally {
    await runtime.close();
  }
};

export const storeCommand = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .option(...stateDirectory);

export const stateDirectory = ["--state-dir <directory>", "where sessions are kept"] as const;

/** The argument that names a session. */
export const anySession = ["[session]", "its id or the beginning of it; by default the latest"] as const;
