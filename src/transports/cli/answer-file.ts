/** The file that gets the answer of a run, for scripts that want nothing else. */
import { appendFileSync, writeFileSync } from "node:fs";
import { KelsonError, sentenceOf } from "../../contract/error.ts";

/** A file that cannot be written is told before any work is done: KelsonError `bad_input`. */
export const answerFile = (file: string): ((answer: string) => void) => {
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (cause) {
      throw new KelsonError("bad_input", `--output-last-message ${file} cannot be written: ${sentenceOf(cause)}`, {
        cause,
      });
    }
  };
  attempt(() => appendFileSync(file, ""));
  return (answer) => attempt(() => writeFileSync(file, answer === "" ? "" : `${answer.trimEnd()}\n`));
};
