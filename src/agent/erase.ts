/** Erases what people, models and tools said in a session: the bodies beside its lines, and all that was derived from them. */
import { KelsonError } from "../contract/error.ts";
import type { Erased, Erasing } from "../contract/runtime.ts";
import type { Signer } from "../contract/signer.ts";
import type { Holder, Store } from "../contract/store.ts";
import { signed } from "../folds/signed.ts";
import { eventOf } from "../log/line.ts";
import { forksOf, lineage } from "../log/lineage.ts";
import { type Log, openLog } from "../log/log.ts";
import { signHead } from "./sign-head.ts";
import { takeLease } from "./take-lease.ts";

export interface ErasingParts {
  readonly store: Store;
  readonly session: string;
  /** The lease's fencing token. */
  readonly token: number;
  readonly signer: Signer | undefined;
  readonly now: () => number;
}

/** What forks keep of their parent's lines in drafts and snapshots goes with them, so that nobody may work on one of them. */
export const eraseSession = async (
  { holder, ...parts }: Omit<ErasingParts, "token"> & { readonly holder: Holder },
  which: Erasing,
): Promise<Erased> => {
  const { store, session } = parts;
  const held: { readonly id: string; readonly token: number }[] = [];
  try {
    const token = await takeLease(store, session, holder);
    held.push({ id: session, token });
    for (const id of await forksOf(store, session)) held.push({ id, token: await takeLease(store, id, holder) });
    const erased = await eraseBodies({ ...parts, store: lineage(store), token }, which);
    for (const fork of held.slice(1)) await store.erase(fork.id, fork.token, []);
    return erased;
  } finally {
    // A command that came in meanwhile keeps the lease, which the next one to open takes over.
    for (const { id, token } of held) await store.release(id, token);
  }
};

/** The log is opened with none of the folds that hold content, so that no snapshot brings back what was erased. */
export const eraseBodies = async (parts: ErasingParts, which: Erasing): Promise<Erased> => {
  const { store, session, token, now, signer } = parts;
  const log = await openLog({
    store,
    session,
    token,
    now,
    folds: [signed] as never[],
    mac: signer?.mac,
    guard: () => {},
  });
  await settleInbox(store, log, which);
  const seqs = await bodiesOf(store, session, which);
  const { append, saved, head, read } = log;
  if (seqs.length > 0) append({ type: "body.erased", data: { seqs, by: "user" } });
  const { seq } = head();
  await saved();
  await store.erase(session, token, seqs);
  if (seqs.length === 0) return { bodies: 0 };
  await signHead({ append, saved, head, read, signer });
  return { bodies: seqs.length, seq };
};

/** Seqs of the chosen lines that have a body. */
const bodiesOf = async (store: Store, session: string, which: Erasing): Promise<number[]> => {
  const named = which !== "all" && "seqs" in which ? new Set(which.seqs) : undefined;
  const before = which !== "all" && "before" in which ? which.before : Number.POSITIVE_INFINITY;
  const seqs: number[] = [];
  for await (const batch of store.read(session)) {
    for (const line of batch) {
      if (line.session !== session) continue;
      const chosen = named?.delete(line.seq) ?? eventOf(line).at < before;
      if (chosen && line.body !== undefined) seqs.push(line.seq);
    }
  }
  const [unknown] = named ?? [];
  if (unknown === undefined) return seqs;
  throw new KelsonError("bad_input", `session ${session} has no line ${unknown} of its own`);
};

/** What waits was said, too, and stands in no line yet. */
const settleInbox = async (store: Store, log: Log, which: Erasing): Promise<void> => {
  const waiting = await store.inbox(log.session);
  if (waiting.length === 0) return;
  if (which !== "all") {
    throw new KelsonError("refused", `commands wait in the inbox of session ${log.session}`, {
      hint: `go on with it first: kelson run -r ${log.session}`,
    });
  }
  const message = "the session's content was erased before the command was taken";
  for (const { id } of waiting) log.settle(id, { ok: false, code: "refused", message });
};
