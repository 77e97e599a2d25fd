/** Room on the disk: a write that finds none waits until there is, while somebody is there who is told of it. */
import { isDiskFull } from "../contract/error.ts";
import type { Runtime } from "../contract/runtime.ts";
import type { Signer } from "../contract/signer.ts";
import type { Store } from "../contract/store.ts";
import { overlaid } from "./overlaid.ts";

export interface DiskRoom {
  readonly wait: Runtime["waitForRoom"];
  /** The same store, whose writes wait. What is kept for comfort alone, drafts and snapshots, is done without. */
  readonly store: (store: Store) => Store;
  readonly signer: (signer: Signer) => Signer;
}

/** A write that waits is tried again every so many milliseconds. */
export const diskRoom = (everyMs: number): DiskRoom => {
  const listeners = new Set<(isFull: boolean) => void>();
  const waiting = new Map<string, Set<AbortController>>();
  /** Sessions that were cancelled while they waited: they wait no more until there is room for their lines. */
  const cancelled = new Set<string>();

  const tell = (isFull: boolean): void => {
    for (const told of listeners) told(isFull);
  };
  const hasGivenUp = (session: string): boolean => [...cancelled].some((root) => isOf(root, session));
  const giveUp = (root: string): void => {
    const given = [...waiting].filter(([session]) => isOf(root, session));
    if (given.length === 0) return;
    cancelled.add(root);
    for (const [, writes] of given) for (const write of writes) write.abort();
  };
  const enter = (session: string, write: AbortController): void => {
    if (waiting.size === 0) tell(true);
    waiting.set(session, (waiting.get(session) ?? new Set()).add(write));
  };
  const leave = (session: string, write: AbortController): void => {
    const writes = waiting.get(session);
    if (!writes?.delete(write) || writes.size > 0) return;
    waiting.delete(session);
    if (waiting.size === 0 && !write.signal.aborted) tell(false);
  };
  const within = async <T>(session: string, write: () => Promise<T>): Promise<T> => {
    const mine = new AbortController();
    try {
      for (;;) {
        try {
          return await write();
        } catch (error) {
          if (!isDiskFull(error) || listeners.size === 0 || hasGivenUp(session)) throw error;
        }
        enter(session, mine);
        await pause(everyMs, mine.signal);
      }
    } finally {
      leave(session, mine);
    }
  };

  return {
    wait: (told) => {
      listeners.add(told);
      return () => void listeners.delete(told);
    },
    store: (store) =>
      overlaid(store, {
        create: (session, first) => within(session, () => store.create(session, first)),
        append: async (batch) => {
          await within(batch.session, () => store.append(batch));
          cancelled.delete(batch.session);
        },
        acquire: (session, holder) => within(session, () => store.acquire(session, holder)),
        release: (session, token) => within(session, () => store.release(session, token)),
        post: (session, command) => {
          // Whoever cancels does not want to wait; the command itself may find no room either.
          if (command.type === "cancel") giveUp(session);
          return within(session, () => store.post(session, command));
        },
        saveDraft: (...draft) => store.saveDraft(...draft).catch(unlessFull),
        saveSnapshot: (...snapshot) => store.saveSnapshot(...snapshot).catch(unlessFull),
      }),
    signer: (signer) => ({ ...signer, keep: (head) => within(head.session, () => signer.keep(head)) }),
  };
};

/** Ids of sub-agents begin with that of their parent. */
const isOf = (root: string, session: string): boolean => session === root || session.startsWith(`${root}.`);

/** So long, or until the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });

const unlessFull = (error: unknown): void => {
  if (!isDiskFull(error)) throw error;
};
