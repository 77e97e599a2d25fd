/** Directories that are held open while something is done in them, so that no link can take the place of one meanwhile. */
import { closeSync, constants, lstatSync, mkdirSync, openSync, type Stats, statSync } from "node:fs";
import { lstat, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";

/** A directory in use. Whoever uses an entry must not follow a link there: what is judged is the path without links. */
export interface HeldDirectory {
  /** What the system calls an entry of this very directory; `.` is the directory itself. */
  readonly entry: (name: string) => string;
  /** Rejects when the directory, or what was opened as an entry of it, is not at its path; where that cannot be, does nothing. */
  readonly still: (name?: string, opened?: Stats) => Promise<void>;
}

/**
 * Does something in a directory, and lets go of it. `directory` is real and absolute; with `make`, what is missing of it is
 * made. Rejects with the system's error when it is not there, or when a link stands on the way to it.
 */
export type HoldDirectory = <T>(
  directory: string,
  use: (held: HeldDirectory) => Promise<T>,
  missing?: "make",
) => Promise<T>;

/**
 * For Linux: opens one directory after the other, each in the one before it and none through a link, and then names entries
 * through the open directory. The walk waits for no disk, as `realpath` has just looked up the same names.
 */
export const walked: HoldDirectory = async (directory, use, missing) => {
  const held = walk(directory, missing);
  try {
    return await use({ entry: (name) => entryOf(held, name), still: () => Promise.resolve() });
  } finally {
    closeSync(held);
  }
};

/** For systems without /proc: uses the path itself, and looks before and after whether it still leads to the same place. */
export const lookedAt: HoldDirectory = async (directory, use, missing) => {
  if (missing === "make") await mkdir(directory, { recursive: true }).catch(alreadyThere);
  const still = async (name = ".", opened?: Stats): Promise<void> => {
    if ((await realpath(directory)) !== directory) throw inTheWay();
    const { dev, ino } = opened === undefined ? {} : await lstat(join(directory, name));
    if (dev !== opened?.dev || ino !== opened?.ino) throw inTheWay();
  };
  await still();
  return use({ entry: (name) => join(directory, name), still });
};

/** Whether directories can be walked on this machine: there is a /proc, and it shows what this process holds open. */
export const canWalk = (): boolean => {
  if (process.platform !== "linux") return false;
  try {
    const held = openSync("/", asPlace);
    try {
      return statSync(entryOf(held, ".")).ino === statSync("/").ino;
    } finally {
      closeSync(held);
    }
  } catch {
    return false;
  }
};

/** As Linux has it on every machine that Node runs on; Node does not name it. What is opened so can be passed, not read. */
const O_PATH = 0o10000000;
const asPlace = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

const entryOf = (held: number, name: string): string => `/proc/self/fd/${String(held)}/${name}`;

const walk = (directory: string, missing?: "make"): number => {
  let held = openSync("/", asPlace);
  try {
    for (const name of directory.split("/")) {
      if (name === "") continue;
      const next = step(held, name, missing);
      closeSync(held);
      held = next;
    }
    return held;
  } catch (error) {
    closeSync(held);
    throw error;
  }
};

const step = (held: number, name: string, missing?: "make"): number => {
  const entry = entryOf(held, name);
  try {
    return openSync(entry, asPlace);
  } catch (error) {
    if (isError(error, "ENOTDIR") && isLink(entry)) throw inTheWay();
    if (!isError(error, "ENOENT") || missing === undefined) throw error;
  }
  requirePrintable(name);
  make(entry);
  return openSync(entry, asPlace);
};

const make = (entry: string): void => {
  try {
    mkdirSync(entry);
  } catch (error) {
    alreadyThere(error);
  }
};

/** Another may make the same directory at the same time; what is there and is none will be met when it is used. */
const alreadyThere = (error: unknown): void => {
  if (!isError(error, "EEXIST")) throw error;
};

/** Throws for a new name that could write over what a terminal or a log shows. What is there already may be called anything. */
export const requirePrintable = (name: string): void => {
  if (/\p{Cc}/u.test(name)) throw new Error("a new name may not hold control characters");
};

const isLink = (entry: string): boolean => lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const isError = (thrown: unknown, code: string): boolean => (thrown as NodeJS.ErrnoException).code === code;

/** What a path was judged by is no longer so. */
export const inTheWay = (): Error => new Error("a link has taken the place of a part of the path meanwhile");
