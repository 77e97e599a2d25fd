/** Asks before something is erased for good. */
import { KelsonError } from "../../contract/error.ts";
import type { Surroundings } from "./surroundings.ts";

/** Rejects with `refused` when the person does not say yes, with `bad_input` where nobody can be asked. */
export const confirmed = async ({ stdin, stdout, stderr }: Surroundings, question: string): Promise<void> => {
  if (!stdin.terminal || !stdout.terminal) {
    throw new KelsonError("bad_input", "erasing cannot be undone, so it needs --yes where nobody can be asked");
  }
  stderr.write(`${question} [y/N] `);
  const answer = await stdin.line(new AbortController().signal);
  if (!/^y(?:es)?$/iu.test(answer?.trim() ?? "")) throw new KelsonError("refused", "nothing was erased");
};
