/** Takes a session over for this process, where nobody living has it. */
import { KelsonError } from "../contract/error.ts";
import type { Holder, Store } from "../contract/store.ts";

/** Gives back the fencing token. Rejects with `held`, naming who has it. */
export const takeLease = async (store: Store, session: string, holder: Holder): Promise<number> => {
  const lease = await store.acquire(session, holder);
  if (lease.ok) return lease.token;
  throw new KelsonError("held", `session ${session} is held by ${nameOf(lease.holder)}; end that first`);
};

export const nameOf = ({ pid, host }: Holder): string => `process ${pid} on ${host}`;
