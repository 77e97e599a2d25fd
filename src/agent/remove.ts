/** Removes a session for good: its lines, and all that was derived from them. */
import { KelsonError } from "../contract/error.ts";
import type { Signer } from "../contract/signer.ts";
import type { Holder, Store } from "../contract/store.ts";
import { forksOf } from "../log/lineage.ts";
import { snapshotsOf } from "./rewind/named-snapshots.ts";
import { takeLease } from "./take-lease.ts";

export interface RemovingParts {
  /** In which each session has its own lines alone. */
  readonly store: Store;
  readonly session: string;
  readonly signer: Signer | undefined;
  readonly holder: Holder;
  readonly now: () => number;
}

/** Gives back whether it named snapshots of files, which nobody may need any more. */
export const removeSession = async ({ store, session, signer, holder, now }: RemovingParts): Promise<boolean> => {
  const forks = await forksOf(store, session);
  if (forks.length > 0) {
    const names = forks.join(", ");
    throw new KelsonError("refused", `session ${session} cannot be removed: ${names} begin with its lines`, {
      hint: "remove its forks first, or together with it",
    });
  }
  const token = await takeLease(store, session, holder);
  try {
    const snapshots = await snapshotsOf(store, session);
    // Said beside the key first: a removal that was cut off can be asked for again, and is then no loss.
    await signer?.retire(session, now());
    await store.remove(session);
    return snapshots.size > 0;
  } catch (error) {
    await store.release(session, token).catch(() => {});
    throw error;
  }
};
