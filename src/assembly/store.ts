/** Where sessions are kept, and the key that their logs are signed with. */
import { join, resolve } from "node:path";
import type { AssembleOptions } from "../contract/options.ts";
import type { Signer } from "../contract/signer.ts";
import type { Store } from "../contract/store.ts";
import { placeOf } from "./state-directory.ts";

export const openStore = async ({ saved, configuration, env }: AssembleOptions): Promise<Store> => {
  if (!saved) return (await import("../stores/memory.ts")).memory();
  const { sqlite } = await import("../stores/sqlite.ts");
  return sqlite(placeOf({ configuration, env }));
};

export const openSigner = async (keys: string | undefined): Promise<Signer | undefined> =>
  keys === undefined ? undefined : (await import("../signers/installation.ts")).installation(keys);

/** Beside the sessions, and not among them: what replaces the store does not replace the key. */
export const keysOf = (options: AssembleOptions): string | undefined =>
  options.saved ? join(placeOf(options), "keys") : undefined;

// The key stays with the sessions. A store that was handed in says only by the state directory where that is.
export const keyPlaceOf = (
  options: AssembleOptions,
  { store }: { readonly store?: Store | undefined },
): string | undefined => {
  const { stateDir } = options.configuration;
  if (store !== undefined) return stateDir && resolve(stateDir);
  return options.saved ? placeOf(options) : undefined;
};
