/** What a sandbox needs on the real disk: a directory of its own, which commands do not see. */
import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ownDirectory } from "../own-directory.ts";

/** What is laid over what is hidden: `file` and `directory` are empty and may not be read, `empty` is a file that may. */
export interface Place {
  readonly file: string;
  readonly empty: string;
  readonly directory: string;
  /** What commands see as /tmp and /var/tmp, as long as the sandbox is open. */
  readonly temporary: string;
  readonly longTemporary: string;
  /** Where the first processes write. */
  readonly notes: string;
  /** What was written there since the last time. */
  readonly news: () => string;
  readonly remove: () => Promise<void>;
}

/** Makes it below the system's directory for temporary files, for this user alone. */
export const place = (): Place => {
  const home = ownDirectory("sandbox");
  const [file, empty, directory, temporary, longTemporary, notes] = [
    "file",
    "empty",
    "directory",
    "tmp",
    "var-tmp",
    "notes",
  ].map((name) => join(home, name)) as [string, string, string, string, string, string];
  for (const each of [directory, temporary, longTemporary]) mkdirSync(each);
  for (const each of [file, empty]) writeFileSync(each, "");
  writeFileSync(notes, "", { mode: 0o600 });
  for (const each of [temporary, longTemporary]) chmodSync(each, 0o1777);
  for (const each of [file, directory]) chmodSync(each, 0);
  const descriptor = openSync(notes, "r");
  return {
    file,
    empty,
    directory,
    temporary,
    longTemporary,
    notes,
    news: newsOf(descriptor),
    remove: async () => {
      closeSync(descriptor);
      chmodSync(directory, 0o700);
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};

const newsOf = (descriptor: number): (() => string) => {
  let read = 0;
  return () => {
    const { size } = fstatSync(descriptor);
    if (size === read) return "";
    const bytes = Buffer.alloc(size - read);
    read += readSync(descriptor, bytes, 0, bytes.length, read);
    return bytes.toString("latin1");
  };
};
