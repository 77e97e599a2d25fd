/** Checks a session: its chain, its signatures, and that it is as long as what was signed of it. */
import type { Signer } from "../contract/signer.ts";
import type { Store } from "../contract/store.ts";
import type { Verdict } from "../contract/verdict.ts";
import { attestation, lost } from "../log/attest.ts";
import { genesis, verifyChain } from "../log/chain.ts";
import { erasedSince, lineage, ownerIn, spansOf } from "../log/lineage.ts";

/** KelsonError `not_found` when there is no such session, and none was signed. */
export const verifySession = async (store: Store, signer: Signer | undefined, session: string): Promise<Verdict> => {
  // Both are read before the lines: a session that is worked on only grows.
  const listed = (await store.list()).find(({ id }) => id === session);
  const kept = await signer?.kept(session);
  if (listed === undefined && kept !== undefined && !("removedAt" in kept)) return lost(kept);
  const spans = await spansOf(store, session);
  const known = {
    owner: ownerIn(spans),
    erased: await erasedSince(store, spans),
  };
  const { look, conclude } = signer === undefined ? unsigned : attestation(signer, kept);
  const verdict = await verifyChain(session, genesis(known.owner(0)), lineage(store).read(session), { ...known, look });
  return conclude(uncut(verdict, listed?.seq));
};

/** Where nothing is signed, the chain alone speaks. */
const unsigned = { look: undefined, conclude: (verdict: Verdict) => verdict };

/** The store counts lines, too: who cuts them off without a word to it is found without a signature. */
const uncut = (verdict: Verdict, lastSeq = -1): Verdict => {
  if (!verdict.ok || verdict.lines > lastSeq) return verdict;
  const { lines } = verdict;
  const problem = `${lastSeq + 1} lines were written and ${lines} are there: its tail was cut off`;
  return { ok: false, lines, seq: lines, change: "cut", problem };
};
