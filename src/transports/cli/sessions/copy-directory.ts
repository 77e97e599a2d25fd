/** A copy of a directory with all that is in it. */
import { constants } from "node:fs";
import { cp } from "node:fs/promises";

/** Links stay what they are, and nothing that is there is touched. Blocks are shared where the file system can. */
export const copyDirectory = (from: string, to: string): Promise<void> =>
  cp(from, to, {
    recursive: true,
    errorOnExist: true,
    force: false,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
  });
