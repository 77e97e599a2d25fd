/** Replaces a file whole or not at all: a temporary file beside it, then a rename, both in a directory that is held open. */
import { randomBytes } from "node:crypto";
import { constants, lstatSync, type Stats } from "node:fs";
import { access, type FileHandle, open, rename, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type HeldDirectory, type HoldDirectory, requirePrintable } from "./held-directory.ts";
import { requireFile } from "./regular-file.ts";

/**
 * `path` is real, so a link's target is replaced and never the link. A replaced file keeps its permission bits and owner.
 * What is missing of its directory is made.
 */
export const writeWhole = async (hold: HoldDirectory, path: string, content: string | Uint8Array): Promise<void> => {
  if (path === "/") throw new Error("it is a directory");
  await hold(dirname(path), (held) => replace(held, basename(path), content), "make");
};

const replace = async (held: HeldDirectory, name: string, content: string | Uint8Array): Promise<void> => {
  const replaced = await replaceable(held.entry(name));
  if (replaced === undefined) requirePrintable(name);
  const temporaryName = `.kelson-${randomBytes(6).toString("hex")}`;
  const temporary = held.entry(temporaryName);
  try {
    await held.still(temporaryName, await fill(temporary, content, replaced));
    await rename(temporary, held.entry(name));
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
};

/** The file that is there, when it may be written; a rename alone would not ask for its permission. */
const replaceable = async (entry: string): Promise<Stats | undefined> => {
  const found = lstatSync(entry, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  requireFile(found);
  await access(entry, constants.W_OK);
  return found;
};

const fill = async (path: string, content: string | Uint8Array, like: Stats | undefined): Promise<Stats> => {
  const handle = await open(path, "wx", like === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(content);
    if (like !== undefined) await resemble(handle, like);
    await handle.datasync();
    return await handle.stat();
  } finally {
    await handle.close();
  }
};

/** The owner first, for a change of owner clears bits. Only root can keep another's ownership; others keep the content. */
const resemble = async (handle: FileHandle, like: Stats): Promise<void> => {
  const own = await handle.stat();
  if (own.uid !== like.uid || own.gid !== like.gid) await handle.chown(like.uid, like.gid).catch(() => undefined);
  await handle.chmod(like.mode & 0o7777);
};
