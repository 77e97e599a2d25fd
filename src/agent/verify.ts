/** Checks a session: its chain, its signatures, and that it is as long as what was signed of it. */
import type { Signer } from "../contract/signer.ts";
import type { Store } from "../contract/store.ts";
import type { Verdict } from "../contract/verdict.ts";
import { attestation, lost } from "../log/attest.ts";
import { genesis, verifyChain } from "../log/chain.ts";

/** KelsonError `not_found` when there is no such session, and none was signed. */
export const verifySession = async (store: Store, signer: Signer | undefined, session: string): Promise<Verdict> => {
  // Both are read before the lines: a session that is worked on only grows.
  const listed = (await store.list()).find(({ id }) => id === session);
  const kept = await signer?.kept(session);
  if (listed === undefined && kept !== undefined && !("removedAt" in kept)) return lost(kept);
  if (signer === undefined) {
    return uncut(await verifyChain(session, genesis(session), store.read(session)), listed?.seq);
  }
  const { look, conclude } = attestation(signer, session, kept);
  return conclude(uncut(await verifyChain(session, genesis(session), store.read(session), look), listed?.seq));
};

/** The store counts lines, too: who cuts them off without a word to it is found without a signature. */
const uncut = (verdict: Verdict, lastSeq = -1): Verdict => {
  if (!verdict.ok || verdict.lines > lastSeq) return verdict;
  const { lines } = verdict;
  const problem = `${lastSeq + 1} lines were written and ${lines} are there: its tail was cut off`;
  return { ok: false, lines, seq: lines, change: "cut", problem };
};
