/** Puts the parts together: the only file that knows every plug's name. */
import { randomBytes, randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { basename, join, resolve } from "node:path";
import { breaker } from "./agent/breaker.ts";
import type { Parts } from "./agent/context.ts";
import { runtime } from "./agent/runtime.ts";
import { type ChosenModel, chooseModel } from "./choose-model.ts";
import { KelsonError, ProviderError } from "./contract/error.ts";
import type { Assemble, AssembleOptions } from "./contract/options.ts";
import type { Provider } from "./contract/provider.ts";
import type { Runtime } from "./contract/runtime.ts";
import type { Store } from "./contract/store.ts";
import type { RunSettings } from "./contract/terms.ts";
import type { World } from "./contract/world.ts";
import { type KnownModel, runSettings } from "./run-settings.ts";
import { basePrompt } from "./sources/base-prompt.ts";
import { environment } from "./sources/environment.ts";
import { thisHolder } from "./stores/holder.ts";

export const assemble: Assemble = {
  withModel: async (options) => {
    const chosen = await chooseModel(options.configuration, options.env);
    const { provider, known } = await openProvider(chosen, options);
    const settings = runSettings(options.configuration, known, options.interactive);
    return { runtime: await openRuntime(options, provider, settings), settings, chosen: chosen.chosen };
  },
  withoutModel: (options) => {
    const known = { model: noProvider.model, baseUrl: undefined, prices: undefined, window: undefined };
    const { maxBudgetUsd: _, ...configuration } = options.configuration;
    return openRuntime(options, noProvider, runSettings(configuration, known, options.interactive));
  },
  tools: async () => (await import("./tools/default-set.ts")).defaultSet,
};

const openRuntime = async (options: AssembleOptions, provider: Provider, settings: RunSettings): Promise<Runtime> => {
  const [{ defaultSet }, { local }] = await Promise.all([
    import("./tools/default-set.ts"),
    import("./worlds/local.ts"),
  ]);
  const openWorld = local({ env: options.env });
  const resting = breaker(Date.now);
  const worlds: World[] = [];
  const parts = async (cwd: string): Promise<Parts> => {
    const world = await openWorld(cwd);
    worlds.push(world);
    return {
      providers: [provider],
      breaker: resting,
      tools: defaultSet,
      world,
      sources: [basePrompt, environment({ system: `${process.platform} ${process.arch}`, now: Date.now })],
      settings,
      now: Date.now,
      id: newId,
      random: Math.random,
    };
  };
  return runtime({
    store: await openStore(options),
    holder: thisHolder(),
    user: userInfo().username,
    parts,
    id: newId,
    trace: () => randomBytes(16).toString("hex"),
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

interface OpenedProvider {
  readonly provider: Provider;
  readonly known: KnownModel;
}

const openProvider = async (chosen: ChosenModel, { cwd }: AssembleOptions): Promise<OpenedProvider> => {
  const { provider: name, model, baseUrl, key } = chosen;
  const known = { model: `${name}/${model}`, baseUrl, prices: undefined, window: undefined };
  switch (name) {
    case "anthropic": {
      const { anthropic } = await import("./providers/anthropic.ts");
      return { provider: anthropic({ model, key, ...(baseUrl && { baseUrl }) }), known };
    }
    case "openai":
    case "ollama":
    case "openai-compatible": {
      const { openaiChat } = await import("./providers/openai-chat.ts");
      const url = baseUrl ?? (name === "openai" ? "https://api.openai.com/v1" : missingUrl(known.model));
      return { provider: openaiChat({ name, model, key, baseUrl: url }), known };
    }
    case "scripted":
      return openScript(resolve(cwd, model));
    default:
      throw new KelsonError("bad_input", `"${name}" in model ${known.model} is not a provider`, {
        hint: "the providers are anthropic, openai, openai-compatible, ollama and scripted",
      });
  }
};

const openScript = async (path: string): Promise<OpenedProvider> => {
  const [{ scripted }, { readScript }] = await Promise.all([
    import("./providers/scripted.ts"),
    import("./providers/script.ts"),
  ]);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new KelsonError("bad_input", `the script ${path} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  const script = readScript(text, path);
  const provider = scripted({ script, name: basename(path) });
  const { prices, window } = script;
  return { provider, known: { model: `scripted/${path}`, baseUrl: undefined, prices, window } };
};

const missingUrl = (model: string): never => {
  throw new KelsonError("bad_input", `model ${model} needs base-url, the address of its server`, {
    hint: "for example --base-url http://127.0.0.1:8080/v1",
  });
};

/** Stands in where only the log is read: it can not be asked. */
const noProvider: Provider = {
  model: "none/none",
  capabilities: { images: false, reasoning: false },
  stream: () => {
    throw new ProviderError("invalid_request", "no model was chosen for this command");
  },
};

const randomChars = 6;
const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** An id that sorts by time and can be typed: `261121-230512-k3f9q2`, in UTC. */
const newId = (): string => {
  const [date = "", time = ""] = new Date().toISOString().slice(2, 19).split("T");
  const random = Array.from({ length: randomChars }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${random}`;
};
