/** Memory stores that fail, or take their time. */
import { KelsonError } from "../../src/contract/error.ts";
import type { Event } from "../../src/contract/event.ts";
import type { Store } from "../../src/contract/store.ts";
import { memory } from "../../src/stores/memory.ts";

/** A memory store whose next appends fail, as many as one says. */
export const fallible = () => {
  const kept = memory();
  let left = 0;
  const store: Store = {
    ...kept,
    append: async (batch) => {
      left -= 1;
      if (left >= 0) throw new KelsonError("store_failed", "the disk is full");
      await kept.append(batch);
    },
  };
  return { store, fails: (times: number) => void (left = times) };
};

/** A memory store that writes nothing of a type of event until it is mended. */
export const refusing = (type: Event["type"]) => {
  const kept = memory();
  let mended = false;
  const append: Store["append"] = async (batch) => {
    if (!mended && batch.lines.some(({ text }) => text.includes(`"type":"${type}"`)))
      throw new KelsonError("store_failed", "the disk is full");
    await kept.append(batch);
  };
  return { store: { ...kept, append }, mend: () => void (mended = true) };
};

/** A store that takes its time over events of a type, and says when it begins to. */
export const slowStore = (type: Event["type"]): { store: Store; whenWriting: Promise<void> } => {
  const kept = memory();
  const writing = Promise.withResolvers<void>();
  const append: Store["append"] = async (batch) => {
    if (batch.lines.some(({ text }) => text.includes(`"${type}"`))) {
      writing.resolve();
      await pause(20);
    }
    await kept.append(batch);
  };
  return { store: { ...kept, append }, whenWriting: writing.promise };
};

/** A store that takes its time to let a session go. */
export const slowToClose = (): Store => {
  const kept = memory();
  const release: Store["release"] = async (...asked) => {
    await pause(60);
    return kept.release(...asked);
  };
  return { ...kept, release };
};

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
