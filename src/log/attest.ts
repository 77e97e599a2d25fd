/** Holds a log against its signatures and the newest head that is kept beside the key. */
import type { KeptHead, SignedHead, Signer } from "../contract/signer.ts";
import type { Line } from "../contract/store.ts";
import type { Attested, Verdict } from "../contract/verdict.ts";
import type { Look } from "./chain.ts";
import type { Found } from "./change.ts";

export interface Attestation {
  readonly look: Look;
  /** The verdict on the chain, with what the signatures say of it. */
  readonly conclude: (verdict: Verdict) => Verdict;
}

/** `kept` was read before the lines, so that a log that grows meanwhile is not taken for a wrong one. */
export const attestation = (signer: Signer, kept: KeptHead | undefined): Attestation => {
  const { id: key } = signer.publicKey();
  let attested = 0;
  let foreign = 0;
  let foreignAfter = false;
  let keptSeal: string | undefined;
  let lastType: unknown;

  const look: Look = (line, { session, type, data }, prev) => {
    if (line.seq === kept?.seq) keptSeal = line.seal;
    lastType = type;
    if (type !== "log.signed") return undefined;
    const head = { session, ...(data as object) } as SignedHead;
    if (head.key !== key) {
      foreign += 1;
      foreignAfter = true;
      return undefined;
    }
    const found = signatureChange(signer, head, { line, prev, attested });
    if (found !== undefined) return found;
    attested = line.seq;
    foreignAfter = false;
    return undefined;
  };

  const conclude = (verdict: Verdict): Verdict => {
    if (!verdict.ok) return verdict;
    const { lines } = verdict;
    const wrong = (found: Found): Verdict => ({ ok: false, lines: Math.min(lines, found.seq), ...found });
    if (kept === undefined) return { ...verdict, attested: { lines: attested, key, kept: false, foreign } };
    const unsigned = keptChange(signer, kept, key);
    if (unsigned !== undefined) return wrong(unsigned);
    if (kept.seq >= lines) return wrong(missing(kept, lines, lastType));
    if (keptSeal !== kept.seal) return wrong(other(kept, attested, foreignAfter));
    const all: Attested = { lines: Math.max(attested, kept.count), key, kept: true, foreign };
    return { ...verdict, attested: all };
  };
  return { look, conclude };
};

/** A session of which a head is kept, and which is not there. */
export const lost = ({ count }: KeptHead): Verdict => ({
  ok: false,
  lines: 0,
  seq: 0,
  change: "removed",
  problem: `the session is gone: ${count} lines of it were signed, and nothing says that it was removed`,
});

/** We sign the line right before the signature's own, so one that is ours and says otherwise was made for other lines. */
const signatureChange = (
  signer: Signer,
  head: SignedHead,
  { line, prev, attested }: { readonly line: Line; readonly prev: string; readonly attested: number },
): Found | undefined => {
  if (!isMade(signer, head)) {
    const problem = `the signature was not made with key ${head.key}`;
    return { seq: line.seq, change: "signature forged", problem };
  }
  if (head.seq === line.seq - 1 && head.count === line.seq && head.seal === prev) return undefined;
  const problem = `lines ${attested} to ${line.seq - 1} are not those that were signed`;
  return { seq: attested, change: "sealed anew", problem };
};

const isMade = (signer: Signer, head: KeptHead): boolean => typeof head.signature === "string" && signer.made(head);

const keptChange = (signer: Signer, kept: KeptHead, key: string): Found | undefined => {
  if (kept.key !== key) {
    const problem = `the head that is kept was signed with key ${kept.key}; the key of this installation is ${key}`;
    return { seq: 0, change: "key changed", problem };
  }
  if (!isMade(signer, kept)) {
    return { seq: kept.seq, change: "signature forged", problem: "the head that is kept beside the key was changed" };
  }
  if (!("removedAt" in kept)) return undefined;
  const at = new Date(kept.removedAt).toISOString();
  return { seq: 0, change: "rolled back", problem: `the session was removed on ${at}, and is here again` };
};

/** A copy was mostly made while nothing ran, so the log ends with a signature; who cuts a tail cuts it anywhere. */
const missing = ({ count }: KeptHead, lines: number, lastType: unknown): Found => {
  const resting = lines > 0 && lastType === "log.signed";
  const what = resting ? "an older copy was put back, or its tail was cut off" : "its tail was cut off";
  const problem = `${count} lines were signed and ${lines} are there: ${what}`;
  return { seq: lines, change: resting ? "rolled back" : "cut", problem };
};

const other = ({ seq }: KeptHead, attested: number, foreignAfter: boolean): Found => {
  const problem = `lines ${attested} to ${seq} are not those that were signed`;
  if (foreignAfter) return { seq: attested, change: "key changed", problem: `${problem}; another key signs there` };
  return { seq: attested, change: attested === 0 ? "replaced" : "sealed anew", problem };
};
