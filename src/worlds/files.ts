/** Files for a world: each path passes the gate, then its directory is held open while the file system does the work. */
import type { Stats } from "node:fs";
import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { DirectoryEntry, Files, FileStat } from "../contract/world.ts";
import { codeOf, fileError } from "./file-error.ts";
import type { Gate } from "./gate.ts";
import { type HeldDirectory, type HoldDirectory, inTheWay } from "./held-directory.ts";
import { readFile } from "./regular-file.ts";
import { writeWhole } from "./write-whole.ts";

/** Everything of `Files` but the searches. */
export const files = (gate: Gate, hold: HoldDirectory): Omit<Files, "search" | "find"> => ({
  read: async (path, { maxBytes = Infinity } = {}) => {
    const real = await gate.path(path);
    return attempt("read", path, () => hold(dirname(real), (held) => readFile(held, nameOf(real), maxBytes)));
  },
  write: async (path, content) => {
    gate.effect("write");
    const real = await gate.path(path, "write");
    await attempt("write", path, () => writeWhole(hold, real, content));
  },
  remove: async (path) => {
    gate.effect("write");
    await gate.path(path, "write");
    const entry = await gate.entry(path);
    await attempt("remove", path, () => hold(dirname(entry), (held) => removeEntry(held, nameOf(entry))));
  },
  list: async (path) => {
    const real = await gate.path(path);
    return attempt("list", path, () => hold(real, listDirectory));
  },
  stat: async (path) => {
    const real = await gate.path(path);
    const look = (held: HeldDirectory) => statEntry(held, nameOf(real));
    return attempt("look at", path, () => hold(dirname(real), look).catch(missingIsUndefined));
  },
});

/** The root of the machine has no name in a directory: it is its own entry. */
const nameOf = (real: string): string => basename(real) || ".";

const attempt = async <T>(verb: string, path: string, action: () => Promise<T>): Promise<T> => {
  try {
    return await action();
  } catch (cause) {
    throw fileError(verb, path, cause);
  }
};

const removeEntry = async (held: HeldDirectory, name: string): Promise<void> => {
  const entry = held.entry(name);
  const isDirectory = (await lstat(entry)).isDirectory();
  await held.still();
  await (isDirectory ? rmdir(entry) : unlink(entry));
};

const listDirectory = async (held: HeldDirectory): Promise<DirectoryEntry[]> => {
  const names = await readdir(held.entry("."));
  const entries = await Promise.all(names.sort().map((name) => entryOf(held.entry(name), name)));
  await held.still();
  return entries.filter((entry) => entry !== undefined);
};

/** Undefined when the entry vanished between the listing and the look. */
const entryOf = async (path: string, name: string): Promise<DirectoryEntry | undefined> => {
  const found = await lstat(path).catch(missingIsUndefined);
  return found && { name, kind: found.isSymbolicLink() ? "link" : kindOf(found), bytes: found.size };
};

const statEntry = async (held: HeldDirectory, name: string): Promise<FileStat> => {
  const found = await lstat(held.entry(name));
  if (found.isSymbolicLink()) throw inTheWay();
  await held.still(name, found);
  return { kind: kindOf(found), bytes: found.size, modifiedMs: found.mtimeMs, mode: found.mode & 0o7777 };
};

const kindOf = (found: Stats): "file" | "directory" | "other" =>
  found.isFile() ? "file" : found.isDirectory() ? "directory" : "other";

const missingIsUndefined = (error: unknown): undefined => {
  if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw error;
};
