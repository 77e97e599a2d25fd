/** A copy of a directory with all that is in it. */
import { constants } from "node:fs";
import { cp, lstat } from "node:fs/promises";

/**
 * Links stay what they are, and nothing that is there is touched. Blocks are shared where the file system can. Sockets and pipes,
 * which are of their processes, are left out.
 */
export const copyDirectory = (from: string, to: string): Promise<void> =>
  cp(from, to, {
    recursive: true,
    errorOnExist: true,
    force: false,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: isKept,
    mode: constants.COPYFILE_FICLONE,
  });

const isKept = async (path: string): Promise<boolean> => {
  const found = await lstat(path);
  return found.isFile() || found.isDirectory() || found.isSymbolicLink();
};
