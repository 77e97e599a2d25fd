/** Asks before something is done that a person may regret. */
import { KelsonError } from "../../contract/error.ts";
import type { Surroundings } from "./surroundings.ts";

/** What is said where nobody can be asked, and after a no. */
export interface Unconfirmed {
  readonly nobody: string;
  readonly no: string;
}

const erasing: Unconfirmed = {
  nobody: "erasing cannot be undone, so it needs --yes where nobody can be asked",
  no: "nothing was erased",
};

/** Rejects with `refused` when the person does not say yes, with `bad_input` where nobody can be asked. */
export const confirmed = async (
  { stdin, stdout, stderr }: Surroundings,
  question: string,
  { nobody, no }: Unconfirmed = erasing,
): Promise<void> => {
  if (!stdin.terminal || !stdout.terminal) throw new KelsonError("bad_input", nobody);
  stderr.write(`${question} [y/N] `);
  const answer = await stdin.line(new AbortController().signal);
  if (!/^y(?:es)?$/iu.test(answer?.trim() ?? "")) throw new KelsonError("refused", no);
};
