/** Why a store refuses a write: the same checks and the same words whichever store it is. */
import { KelsonError } from "../contract/error.ts";
import type { Batch } from "../contract/store.ts";

/** What decides whether a session takes a batch: the seq of its next line, and who may write it. */
export interface Standing {
  readonly next: number;
  readonly token: number;
  readonly held: boolean;
}

/** Why a batch is not taken, or undefined when it is. */
export const batchRefusal = (batch: Batch, standing: Standing): KelsonError | undefined => {
  if (!holds(batch.token, standing)) return lostLease(batch.session, batch.token);
  for (const [index, line] of batch.lines.entries()) {
    const expected = standing.next + index;
    if (line.seq < expected) return takenSeq(batch.session, line.seq);
    if (line.seq > expected) return missingLine(batch.session, line.seq, expected);
  }
  return undefined;
};

/** Whether a token is the one that may write now. A released lease has a token, too, but nobody who may use it. */
export const holds = (token: number, standing: Pick<Standing, "token" | "held">): boolean =>
  standing.held && token === standing.token;

export const unknownSession = (session: string): KelsonError =>
  new KelsonError("not_found", `there is no session "${session}"`);

export const existingSession = (session: string): KelsonError =>
  new KelsonError("bad_input", `a session "${session}" is already there`);

export const lostLease = (session: string, token: number): KelsonError =>
  new KelsonError("stale_lease", `session "${session}" is no longer held with token ${token}`);

const takenSeq = (session: string, seq: number): KelsonError =>
  new KelsonError("stale_lease", `session "${session}" already has a line ${seq}`);

/** Not a lost lease: a write before this one failed, and the log must be read again. */
const missingLine = (session: string, seq: number, expected: number): KelsonError =>
  new KelsonError(
    "store_failed",
    `line ${seq} of session "${session}" cannot be written because line ${expected} before it is missing`,
  );
