/** Opens what an agent's runs need: the runtime for those that work, the store alone for those that look. */
import { join, resolve } from "node:path";
import { assembleWith } from "../assembly/assemble.ts";
import { KelsonError } from "../contract/error.ts";
import type { Fold } from "../contract/fold.ts";
import type { Runtime } from "../contract/runtime.ts";
import type { Store } from "../contract/store.ts";
import { lineage } from "../log/lineage.ts";
import { type Mac, restore } from "../log/restore.ts";
import { type AgentOptions, configurationOf } from "./options.ts";
import { inputOf } from "./schema.ts";

/** Checks the options at once, and opens later. */
export const runtimeOpener = (options: AgentOptions, openStore: () => Promise<Store>): (() => Promise<Runtime>) => {
  const { model, tools, cwd, directories, compaction, system, onAsk = "deny", output, onDiskFull } = options;
  const configuration = {
    memory: false,
    checkpoints: "off" as const,
    // Those of the default set, as `toolSets.default` names them.
    ...(tools === undefined && { maxAgents: 0 }),
    ...configurationOf(options),
    ...(isDirectory(options.store) && { stateDir: options.store }),
  };
  const provider = typeof model === "object" ? model : undefined;
  const schema = output === undefined ? undefined : inputOf(output).json;
  return async () => {
    const store = await openStore();
    const keys = keysOf(options.store);
    const plugs = {
      provider,
      tools,
      directories: directories?.map((path) => resolve(path)),
      compaction: typeof compaction === "string" ? undefined : compaction,
      system,
      output: schema,
      store,
      keys,
    };
    const env = process.env;
    const given = {
      configuration,
      cwd: cwd ?? process.cwd(),
      env,
      saved: store.durable,
      interactive: onAsk !== "deny",
    };
    try {
      const { runtime } = await assembleWith(plugs, given);
      if (onDiskFull !== undefined) runtime.waitForRoom(onDiskFull);
      return runtime;
    } catch (error) {
      await store.close();
      throw error;
    }
  };
};

const isDirectory = (store: AgentOptions["store"]): store is string => typeof store === "string" && store !== "memory";

/** A store in a directory has its key there, too; one that is handed in, or lasts no longer than the process, is not signed. */
export const keysOf = (store: AgentOptions["store"] = "memory"): string | undefined =>
  isDirectory(store) ? join(resolve(store), "keys") : undefined;

/** Reads without a lease, so that whoever works on the session is not disturbed. */
export const readFold = async <State>(
  { store, keys }: { readonly store: Store; readonly keys: string | undefined },
  session: string,
  fold: Fold<State>,
): Promise<State> => {
  try {
    if ((await store.last(session)) === undefined) throw new KelsonError("not_found", `there is no session ${session}`);
    const [restored] = await restore(lineage(store), session, [fold as Fold<unknown>], await macOf(keys));
    return restored?.state as State;
  } finally {
    await store.close();
  }
};

/** What the snapshots of a store are sealed with. */
const macOf = async (keys: string | undefined): Promise<Mac | undefined> =>
  keys === undefined ? undefined : (await import("../signers/installation.ts")).installation(keys).mac;
