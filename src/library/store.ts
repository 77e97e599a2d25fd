/** Where an agent's sessions rest. */
import { resolve } from "node:path";
import type { Store } from "../contract/store.ts";
import { overlaid } from "../log/overlaid.ts";
import { memory } from "../stores/memory.ts";

/** Opens the store that was named: a directory anew each time, `"memory"` and a store that was handed in as they stand. */
export const openerOf = (store: string | Store): (() => Promise<Store>) => {
  const standing = store === "memory" ? memory() : store;
  if (typeof standing === "object") return () => Promise.resolve(lent(standing));
  const directory = resolve(standing);
  return async () => (await import("../stores/sqlite.ts")).sqlite(directory);
};

/** The same store, but closing it is left to its owner. */
const lent = (store: Store): Store => overlaid(store, { close: () => Promise.resolve() });
