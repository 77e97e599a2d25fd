/** Writes a file that only its user may read, whole or not at all. */
import { rename, rm, writeFile } from "node:fs/promises";
import { KelsonError, sentenceOf } from "../contract/error.ts";

export const writePrivate = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new KelsonError("bad_input", `${file} cannot be written: ${sentenceOf(cause)}`, { cause });
  }
};
