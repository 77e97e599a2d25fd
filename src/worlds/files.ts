/** Files for a world: each path passes the gate, then the file system does the work. */
import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, rmdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { DirectoryEntry, Files, FileStat } from "../contract/world.ts";
import { codeOf, fileError } from "./file-error.ts";
import type { Gate } from "./gate.ts";
import { writeWhole } from "./write-whole.ts";

/** Everything of `Files` but the searches. */
export const files = (gate: Gate): Omit<Files, "search" | "find"> => ({
  read: async (path, { maxBytes = Infinity } = {}) => {
    const real = await gate.path(path);
    return attempt("read", path, () => readFile(real, maxBytes));
  },
  write: async (path, content) => {
    gate.effect("write");
    const real = await gate.path(path);
    await attempt("write", path, () => writeWhole(real, content));
  },
  remove: async (path) => {
    gate.effect("write");
    await gate.path(path);
    const entry = join(await gate.path(dirname(path)), basename(path));
    await attempt("remove", path, async () => {
      await ((await lstat(entry)).isDirectory() ? rmdir(entry) : unlink(entry));
    });
  },
  list: async (path) => {
    const real = await gate.path(path);
    return attempt("list", path, () => listDirectory(real));
  },
  stat: async (path) => {
    const real = await gate.path(path);
    return attempt("look at", path, () => statFile(real));
  },
});

const attempt = async <T>(verb: string, path: string, action: () => Promise<T>): Promise<T> => {
  try {
    return await action();
  } catch (cause) {
    throw fileError(verb, path, cause);
  }
};

/** A pipe is opened without waiting for its other end, and a link that has since taken the file's place is not followed. */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

const readFile = async (real: string, maxBytes: number): Promise<Uint8Array> => {
  const handle = await open(real, readFlags);
  try {
    const found = await handle.stat();
    if (found.isDirectory()) throw new Error("it is a directory");
    if (!found.isFile()) throw new Error("it is not a regular file");
    const bytes = found.size > maxBytes ? undefined : await handle.readFile();
    if (bytes !== undefined && bytes.length <= maxBytes) return bytes;
    throw new Error(`it has ${String(bytes?.length ?? found.size)} bytes, more than ${String(maxBytes)}`);
  } finally {
    await handle.close();
  }
};

const listDirectory = async (real: string): Promise<DirectoryEntry[]> => {
  const names = await readdir(real);
  const entries = await Promise.all(names.sort().map((name) => entryOf(join(real, name), name)));
  return entries.filter((entry) => entry !== undefined);
};

/** Undefined when the entry vanished between the listing and the look. */
const entryOf = async (path: string, name: string): Promise<DirectoryEntry | undefined> => {
  const found = await lstat(path).catch(missingIsUndefined);
  return found && { name, kind: found.isSymbolicLink() ? "link" : kindOf(found), bytes: found.size };
};

const statFile = async (real: string): Promise<FileStat | undefined> => {
  const found = await stat(real).catch(missingIsUndefined);
  return found && { kind: kindOf(found), bytes: found.size, modifiedMs: found.mtimeMs, mode: found.mode & 0o7777 };
};

const kindOf = (found: Stats): "file" | "directory" | "other" =>
  found.isFile() ? "file" : found.isDirectory() ? "directory" : "other";

const missingIsUndefined = (error: unknown): undefined => {
  if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw error;
};
