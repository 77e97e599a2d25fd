/** A store around another one that fails before or after it has written, is slow, or has no room, as chance has it. */
import { setTimeout as wait } from "node:timers/promises";
import { KelsonError } from "../../src/contract/error.ts";
import type { Store } from "../../src/contract/store.ts";
import { overlaid } from "../../src/log/overlaid.ts";

/** What went wrong so far. */
export interface Trouble {
  before: number;
  after: number;
  slow: number;
  full: number;
}

const shares = { before: 0.01, after: 0.01, slow: 0.1, full: 0.01 };
const mostMs = 20;
/** How many writes find no room before somebody makes some. */
const mostFull = 10;

export const failingStore = (store: Store, chance: () => number, trouble: Trouble): Store => {
  let full = 0;
  const happens = (what: keyof Trouble): boolean => {
    const now = chance() < shares[what];
    if (now) trouble[what] += 1;
    return now;
  };
  const failing =
    <Input extends readonly unknown[], T>(work: (...input: Input) => Promise<T>) =>
    async (...input: Input): Promise<T> => {
      if (happens("slow")) await wait(chance() * mostMs);
      if (full === 0 && happens("full")) full = Math.ceil(chance() * mostFull);
      if (full > 0) {
        full -= 1;
        throw new KelsonError("disk_full", "the disk is full, says the test");
      }
      if (happens("before")) throw failed("before it wrote");
      const done = await work(...input);
      if (happens("after")) throw failed("after it wrote");
      return done;
    };
  return overlaid(store, {
    create: failing(store.create),
    append: failing(store.append),
    acquire: failing(store.acquire),
    release: failing(store.release),
    post: failing(store.post),
    saveDraft: failing(store.saveDraft),
    saveSnapshot: failing(store.saveSnapshot),
    inbox: failing(store.inbox),
  });
};

const failed = (when: string): KelsonError =>
  new KelsonError("store_failed", `the store failed ${when}, says the test`);
