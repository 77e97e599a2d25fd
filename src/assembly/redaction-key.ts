/** The key of this installation that the digests of secrets are made with: without it nobody can try out what they stand for. */
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";

/** Made on first use, readable by its user only. Several processes that make it at once end up with the same one. */
export const redactionKey = (stateDirectory: string): string => {
  const file = join(stateDirectory, "redaction.key");
  try {
    return read(file) ?? make(stateDirectory, file);
  } catch (cause) {
    throw new KelsonError("store_failed", `the key ${file} can be neither read nor made: ${sentenceOf(cause)}`, {
      cause,
    });
  }
};

const keyBytes = 32;

const make = (directory: string, file: string): string => {
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(keyBytes).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    // Whole or not at all, and never over one that is there.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return read(file) ?? "";
};

const read = (file: string): string | undefined => {
  try {
    const key = readFileSync(file, "utf8").trim();
    if (/^[0-9a-f]{64}$/u.test(key)) return key;
    throw new Error("it must hold 64 hex digits; move it away, and a new one is made");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};
