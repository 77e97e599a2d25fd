/** A store whose commits wait, and how long a test waits for what needs no clock. */
import type { Batch, Store } from "../../src/contract/store.ts";
import { memory } from "../../src/stores/memory.ts";

/** Lets that many turns of the microtask queue pass. */
export const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A memory store each of whose commits waits for `commit`, which lets one through. */
export const gated = () => {
  const kept = memory();
  const gates: (() => void)[] = [];
  const batches: Batch[] = [];
  const append = async (batch: Batch): Promise<void> => {
    await new Promise<void>((resolve) => {
      gates.push(resolve);
    });
    batches.push(batch);
    await kept.append(batch);
  };
  const store: Store = { ...kept, append };
  return {
    store,
    batches,
    commit: async (): Promise<void> => {
      await turns(5);
      gates.shift()?.();
      await turns(20);
    },
  };
};
