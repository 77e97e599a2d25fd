/** A copy of a session's directory for work that is thrown away. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import { copyDirectory } from "./copy-directory.ts";

export interface ScratchCopy {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/**
 * Begins as the directory is now. It is called as the directory is, and nobody else may look into it. KelsonError `bad_input`
 * when it cannot be made.
 */
export const scratchCopy = async (directory: string): Promise<ScratchCopy> => {
  const around = await realpath(await mkdtemp(join(tmpdir(), "kelson-replay-")));
  const remove = (): Promise<void> => rm(around, { recursive: true, force: true });
  const path = join(around, basename(directory) || "root");
  try {
    await copyDirectory(directory, path);
    return { path, remove };
  } catch (error) {
    await remove();
    throw new KelsonError("bad_input", `${directory} cannot be copied to run its calls again: ${sentenceOf(error)}`, {
      cause: error,
    });
  }
};
