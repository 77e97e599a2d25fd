/** Writes a file so that at any moment, and after a crash, either all of it is there or none. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";

/** For its user alone. Rejects with KelsonError `not_writable`. */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  const directory = dirname(path);
  const temporary = join(directory, `.${randomUUID()}.temporary`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new KelsonError("not_writable", `${path} cannot be written: ${sentenceOf(cause)}`, { cause });
  }
};
