/** Bodies too big for a row: one file each, named by the line and the digest of salt and text. */
import { hash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Body } from "../../contract/store.ts";
import { storeFailure } from "./failure.ts";

const maxRowBytes = 65_536;

/** No two lines share a file, so that a body can go with its line, and all of a session's with their directory. */
export interface Bodies {
  /** Puts a body on disk and gives the file's name. It is there, whole, when this resolves. */
  readonly write: (session: number, seq: number, body: Body) => Promise<string>;
  /** The text, or undefined when the file is lost: the line can be read all the same. */
  readonly read: (session: number, file: string) => Promise<string | undefined>;
  /** Removes the files of bodies; those that are gone already are no matter. */
  readonly remove: (session: number, files: readonly string[]) => Promise<void>;
  readonly removeSession: (session: number) => Promise<void>;
  /** Removes what a crash left behind of sessions that are gone. */
  readonly sweep: (sessionNumbers: () => readonly number[]) => void;
}

export const isBig = ({ text }: Body): boolean =>
  text.length > maxRowBytes || (text.length > maxRowBytes / 3 && Buffer.byteLength(text) > maxRowBytes);

export const bodies = (root: string): Bodies => {
  const directoryOf = (session: number) => join(root, String(session));
  return {
    write: async (session, seq, body) => {
      const directory = directoryOf(session);
      const name = `${seq}-${hash("sha256", `${body.salt}\n${body.text}`)}`;
      const made = await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeWhole(join(directory, name), body.text);
      for (const path of made === undefined ? [directory] : [directory, root, dirname(root)]) await syncNames(path);
      return name;
    },
    read: async (session, file) =>
      isName(file) ? readFile(join(directoryOf(session), file), "utf8").catch(undefinedWhenMissing) : undefined,
    remove: async (session, files) => {
      const directory = directoryOf(session);
      for (const file of files) if (isName(file)) await rm(join(directory, file), { force: true });
      if (files.length > 0) await syncNames(directory).catch(undefinedWhenMissing);
    },
    removeSession: (session) => rm(directoryOf(session), { recursive: true, force: true }),
    sweep: (sessionNumbers) => {
      // The directories are listed first: a session is committed before it gets one.
      const found = existsSync(root) ? readdirSync(root) : [];
      const known = new Set(found.length === 0 ? [] : sessionNumbers().map(String));
      for (const name of found) if (!known.has(name)) rmSync(join(root, name), { recursive: true, force: true });
    },
  };
};

/** A name that somebody wrote into the database leads nowhere else. */
const isName = (file: string): boolean => /^\d+-[\da-f]{64}$/u.test(file);

/** Under a temporary name first, so that a name always stands for a whole body. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  const temporary = `${path}.${process.pid}.temporary`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw storeFailure(path, thrown);
  }
};

/** Until its directory is on disk too, a renamed file may be gone after a power cut. */
const syncNames = async (path: string): Promise<void> => {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

const undefinedWhenMissing = (thrown: unknown): undefined => {
  if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") throw thrown;
};
