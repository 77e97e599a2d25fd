/** Makes sure that files are on disk, and that nobody but their owner reads them. */
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Waits until a file, or the names in a directory, would survive a power cut. */
export const sync = (path: string): void => {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

/** Makes an empty file unless one is there. SQLite gives the files beside a database the permissions of the database. */
export const makePrivateFile = (path: string): void => {
  if (existsSync(path)) return;
  closeSync(openSync(path, "a", 0o600));
  sync(dirname(path));
};

export const takeAwayFromOthers = (path: string): void => {
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
};
