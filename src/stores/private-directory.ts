/** Makes a directory that only its user may enter, with those above it. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Node's own recursive way never ends where a directory cannot be made although its parent is there, as in /proc. */
export const makePrivateDirectory = (path: string): void => {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makePrivateDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(path)) throw error;
  }
};
