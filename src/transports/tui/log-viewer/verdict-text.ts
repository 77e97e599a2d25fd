/** What the proof of a log came to, in one line. */
import { changes, type Verdict } from "../../../contract/verdict.ts";
import { cleanLine } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import type { Role } from "../theme.ts";

/** The proof while it is sought, what it came to, or why there is none. */
export type Proof =
  | { readonly kind: "seeking" | "failed"; readonly text: string }
  | { readonly kind: "verdict"; readonly verdict: Verdict };

export const proofText = (proof: Proof): { readonly role: Role; readonly text: string } => {
  if (proof.kind !== "verdict") return { role: proof.kind === "failed" ? "error" : "dim", text: cleanLine(proof.text) };
  const { verdict } = proof;
  if (!verdict.ok) {
    const { seq, lines, change, problem } = verdict;
    const text = `chain BROKEN at line ${seq}: ${problem} (${changes[change]}); ${counted(lines, "line")} before it hold`;
    return { role: "error", text: cleanLine(text) };
  }
  const { lines, erased, attested } = verdict;
  const signed = attested === undefined ? "not signed" : `signed up to line ${attested.lines}`;
  const gone = erased === 0 ? "" : `, ${erased} ${erased === 1 ? "body" : "bodies"} erased on purpose`;
  return { role: "success", text: `chain verified: ${counted(lines, "line")}, ${signed}${gone}` };
};
