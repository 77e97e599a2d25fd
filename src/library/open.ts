/** Opens what an agent's runs need: the runtime for those that work, the store alone for those that look. */
import { assembleWith } from "../assembly/assemble.ts";
import { KelsonError } from "../contract/error.ts";
import type { Fold } from "../contract/fold.ts";
import type { Runtime } from "../contract/runtime.ts";
import type { Store } from "../contract/store.ts";
import { restore } from "../log/restore.ts";
import { type AgentOptions, configurationOf } from "./options.ts";
import { inputOf } from "./schema.ts";

/** Checks the options at once, and opens later. */
export const runtimeOpener = (options: AgentOptions, openStore: () => Promise<Store>): (() => Promise<Runtime>) => {
  const { model, tools, cwd, system, onAsk = "deny", output } = options;
  const configuration = { ...configurationOf(options), ...(isDirectory(options.store) && { stateDir: options.store }) };
  const provider = typeof model === "object" ? model : undefined;
  const schema = output === undefined ? undefined : inputOf(output).json;
  return async () => {
    const store = await openStore();
    const plugs = { provider, tools, system, output: schema, store };
    const env = process.env;
    const given = {
      configuration,
      cwd: cwd ?? process.cwd(),
      env,
      saved: store.durable,
      interactive: onAsk !== "deny",
    };
    try {
      return (await assembleWith(plugs, given)).runtime;
    } catch (error) {
      await store.close();
      throw error;
    }
  };
};

const isDirectory = (store: AgentOptions["store"]): store is string => typeof store === "string" && store !== "memory";

/** Reads without a lease, so that whoever works on the session is not disturbed. */
export const readFold = async <State>(store: Store, session: string, fold: Fold<State>): Promise<State> => {
  try {
    if ((await store.last(session)) === undefined) throw new KelsonError("not_found", `there is no session ${session}`);
    const [restored] = await restore(store, session, [fold as Fold<unknown>]);
    return restored?.state as State;
  } finally {
    await store.close();
  }
};
