/** The task of a run: from the arguments, a file and whatever was piped in. */
import { readFile } from "node:fs/promises";
import { KelsonError, sentenceOf } from "../../contract/error.ts";
import type { Surroundings } from "./surroundings.ts";

const patienceMs = 2_000;

/** Parts are joined by an empty line; empty when nothing was given. */
export const taskText = async (
  surroundings: Surroundings,
  words: readonly string[],
  file: string | undefined,
): Promise<string> => {
  const parts = [words.join(" "), file === undefined ? "" : await fileText(file), await pipedText(surroundings)];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
};

const fileText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new KelsonError("bad_input", `--file ${file} cannot be read: ${sentenceOf(error)}`, { cause: error });
  }
};

/** A program that starts this one may leave the pipe open for ever; that wait is not to be silent. */
const pipedText = async ({ stdin, stderr }: Surroundings): Promise<string> => {
  if (stdin.terminal) return "";
  const notice = setTimeout(
    () =>
      stderr.write("  reading standard input until it ends (redirect it from /dev/null if it has nothing to say)\n"),
    patienceMs,
  );
  try {
    return await stdin.all();
  } finally {
    clearTimeout(notice);
  }
};
