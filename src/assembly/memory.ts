/** The keeper of notes for a directory, where notes are kept. */
import type { MemoryKeeper } from "../contract/memory.ts";
import type { AssembleOptions } from "../contract/options.ts";

/** Where sessions are not kept, notes are neither, unless somebody says so. */
export const remembers = ({
  configuration,
  saved = true,
}: Pick<AssembleOptions, "configuration"> & { readonly saved?: boolean | undefined }): boolean =>
  configuration.memory ?? saved;

export const openMemory = async (env: AssembleOptions["env"], cwd: string): Promise<MemoryKeeper> => {
  const [{ memoryKeeper }, { noteDirectories }, project] = await Promise.all([
    import("../memory/keeper.ts"),
    import("../memory/note-directories.ts"),
    projectOf(cwd),
  ]);
  return memoryKeeper({ directories: noteDirectories(env, project), now: Date.now });
};

/** The root of the project that a directory belongs to. */
export const projectOf = async (directory: string): Promise<string> =>
  (await import("../memory/project-root.ts")).projectRoot(directory);
