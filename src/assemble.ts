/** Puts the parts together: the only file that knows every plug's name. */
import { randomBytes, randomInt } from "node:crypto";
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { breaker } from "./agent/breaker.ts";
import type { Parts } from "./agent/context.ts";
import { runtime } from "./agent/runtime.ts";
import { chooseModel, namedModel } from "./choose-model.ts";
import type { Assemble, AssembleOptions, Configuration } from "./contract/options.ts";
import type { Runtime } from "./contract/runtime.ts";
import type { Store } from "./contract/store.ts";
import type { RunSettings } from "./contract/terms.ts";
import type { World } from "./contract/world.ts";
import { noProvider, openProvider } from "./open-provider.ts";
import { runSettings } from "./run-settings.ts";
import { basePrompt } from "./sources/base-prompt.ts";
import { environment } from "./sources/environment.ts";
import { thisHolder } from "./stores/holder.ts";

export const assemble: Assemble = {
  withModel: async (options) => {
    const { configuration, env, cwd, interactive } = options;
    const chosen = await chooseModel(configuration, env);
    const { baseUrl: _, apiKey: __, ...elsewhere } = configuration;
    const fallbacks = fallbackNames(configuration).map((name) => namedModel(name, elsewhere, env));
    const [first, ...rest] = await Promise.all([chosen, ...fallbacks].map((model) => openProvider(model, cwd, env)));
    if (first === undefined) throw new Error("a model was chosen and none was opened");
    const settings = runSettings(configuration, [first.known, ...rest.map(({ known }) => known)], interactive);
    const providers = [first.provider, ...rest.map(({ provider }) => provider)] as const;
    return { runtime: await openRuntime(options, providers, settings), settings, chosen: chosen.chosen };
  },
  withoutModel: (options) => {
    const { maxBudgetUsd: _, ...configuration } = options.configuration;
    const settings = runSettings(configuration, [{ model: noProvider.model }], options.interactive);
    return openRuntime(options, [noProvider], settings);
  },
  tools: async () => (await import("./tools/default-set.ts")).defaultSet,
};

const fallbackNames = ({ fallbackModel = "" }: Configuration): string[] =>
  fallbackModel
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const openRuntime = async (
  options: AssembleOptions,
  providers: Parts["providers"],
  settings: RunSettings,
): Promise<Runtime> => {
  const [{ defaultSet }, { local }] = await Promise.all([
    import("./tools/default-set.ts"),
    import("./worlds/local.ts"),
  ]);
  const openWorld = local({ env: options.env });
  const sources = [basePrompt, environment({ system: `${process.platform} ${process.arch}`, now: Date.now })];
  const shared = {
    providers,
    settings,
    sources,
    tools: defaultSet,
    breaker: breaker(Date.now),
    now: Date.now,
    id: newId,
  };
  const worlds: World[] = [];
  return runtime({
    store: await openStore(options),
    holder: thisHolder(),
    user: userInfo().username,
    id: newId,
    trace: () => randomBytes(16).toString("hex"),
    parts: async (cwd) => {
      const world = await openWorld(cwd);
      worlds.push(world);
      return { ...shared, world, random: Math.random };
    },
    close: async () => {
      await Promise.all(worlds.map((world) => world.close()));
    },
  });
};

const openStore = async ({ saved, configuration, env }: AssembleOptions): Promise<Store> => {
  if (!saved) return (await import("./stores/memory.ts")).memory();
  const { sqlite } = await import("./stores/sqlite.ts");
  const state = env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state");
  return sqlite(configuration.stateDir === undefined ? join(state, "kelson") : resolve(configuration.stateDir));
};

const randomChars = 6;
const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** An id that sorts by time and can be typed: `261121-230512-k3f9q2`, in UTC. */
const newId = (): string => {
  const [date = "", time = ""] = new Date().toISOString().slice(2, 19).split("T");
  const random = Array.from({ length: randomChars }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${random}`;
};
