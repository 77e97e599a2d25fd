/** Writes a file that only its user may read, whole or not at all, in a directory that is made for it. */
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import { makePrivateDirectory } from "../stores/private-directory.ts";

export const writePrivate = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    makePrivateDirectory(dirname(file));
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch (cause) {
    // Where no directory could be made there is no draft either.
    await rm(draft, { force: true }).catch(() => {});
    throw new KelsonError("bad_input", `${file} cannot be written: ${sentenceOf(cause)}`, { cause });
  }
};
