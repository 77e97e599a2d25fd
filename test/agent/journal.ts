/** A memory store that remembers in which order all its sessions were written, so that they can be cut together. */
import type { Line, Store } from "../../src/contract/store.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { memory } from "../../src/stores/memory.ts";

/** A session that was made, or a line. */
export type Entry = { readonly made: string } | { readonly line: Line };

export const journal = (): { readonly store: Store; readonly entries: readonly Entry[] } => {
  const kept = memory();
  const entries: Entry[] = [];
  const store: Store = {
    ...kept,
    create: async (session) => {
      await kept.create(session);
      entries.push({ made: session });
    },
    append: async (batch) => {
      await kept.append(batch);
      entries.push(...batch.lines.map((line) => ({ line })));
    },
  };
  return { store, entries };
};

/** A store in which no more than these has been written. */
export const storeOf = async (entries: readonly Entry[]): Promise<Store> => {
  const store = memory();
  const tokens = new Map<string, number>();
  for (const entry of entries) {
    if ("made" in entry) {
      await store.create(entry.made);
      const lease = await store.acquire(entry.made, thisHolder());
      if (lease.ok) tokens.set(entry.made, lease.token);
    } else {
      const { line } = entry;
      await store.append({ session: line.session, token: tokens.get(line.session) ?? 0, lines: [line] });
    }
  }
  return store;
};
