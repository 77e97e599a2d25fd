/** Replaces a file whole or not at all: a temporary file beside it, then a rename. */
import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, mkdir, open, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "./file-error.ts";

/** `path` is real, so a link's target is replaced and never the link. A replaced file keeps its permission bits and owner. */
export const writeWhole = async (path: string, content: string | Uint8Array): Promise<void> => {
  const replaced = await replaceable(path);
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.kelson-${randomBytes(6).toString("hex")}`);
  try {
    await fill(temporary, content, replaced);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
};

/** The file that is there, when it may be written; a rename alone would not ask for its permission. */
const replaceable = async (path: string): Promise<Stats | undefined> => {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new Error("it is a directory");
    if (!found.isFile()) throw new Error("it is not a regular file");
    await access(path, constants.W_OK);
    return found;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
};

const fill = async (path: string, content: string | Uint8Array, like: Stats | undefined): Promise<void> => {
  const handle = await open(path, "wx", like === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(content);
    if (like !== undefined) await resemble(handle, like);
    await handle.datasync();
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
