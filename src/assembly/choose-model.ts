/** Finds the model: as configured, by a key in the environment, or at a server on this machine. */
import { catalogue } from "../catalogue/catalogue.ts";
import { readModelName } from "../catalogue/model-name.ts";
import { providerAddress } from "../catalogue/provider-address.ts";
import { type ProviderRow, providers } from "../catalogue/providers.ts";
import { KelsonError } from "../contract/error.ts";
import type { ModelOverrides } from "../contract/model-facts.ts";
import type { Configuration } from "../contract/options.ts";
import type { KnownModel } from "./run-settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A model, where it is, and what is known of it. `chosen` says in one sentence which model it is and why. */
export interface ChosenModel extends KnownModel {
  readonly row: ProviderRow;
  /** As the provider names it. */
  readonly name: string;
  readonly key: string | undefined;
  /** The user's own word alone: in some things a provider knows better than the catalogue. */
  readonly said: ModelOverrides[string];
  /** How long nothing may arrive from it; undefined leaves it to the provider. */
  readonly idleMs: number | undefined;
  readonly chosen: string;
}

export const chooseModel = async (configuration: Configuration, env: Environment): Promise<ChosenModel> => {
  if (configuration.model !== undefined) return namedModel(configuration.model, configuration, env);
  if (configuration.offline) return (await fromLocalServer(configuration, env)) ?? noModel();
  const row = providers.find(({ place, keys, usual }) => place === "cloud" && usual && keyOf(keys, env) !== undefined);
  if (row === undefined) return (await fromLocalServer(configuration, env)) ?? noModel();
  const variable = row.keys.find((name) => env[name]);
  return namedModel(`${row.name}/${row.usual}`, configuration, env, `${variable} is set`);
};

/** KelsonError `bad_input` when the name tells no provider, `no_model` when its key is missing. */
export const namedModel = (
  text: string,
  configuration: Configuration,
  env: Environment,
  why = "as configured",
): ChosenModel => {
  const { row, name } = readName(text);
  const model = `${row.name}/${name}`;
  if (configuration.offline) refuseElsewhere(row, name, configuration.baseUrl ?? providerAddress(row, env));
  const key = configuration.apiKey ?? keyOf(row.keys, env);
  if (row.place === "cloud" && key === undefined && configuration.baseUrl === undefined) {
    throw new KelsonError("no_model", `model ${model} needs a key: ${row.keys.join(" or ")} is not set`, {
      hint: row.docs && `how to get one: ${row.docs}`,
    });
  }
  const baseUrl = configuration.baseUrl ?? providerAddress(row, env);
  if (row.place === "given" && baseUrl === undefined) {
    throw new KelsonError("bad_input", `model ${model} needs base-url, the address of its server`, {
      hint: "for example --base-url http://127.0.0.1:8080/v1",
    });
  }
  const { lookup, said } = catalogue(configuration.models);
  const { prices, window, outputLimit } = lookup(model) ?? {};
  const { idleTimeout } = configuration;
  return {
    row,
    name,
    model,
    baseUrl,
    key,
    prices,
    window,
    outputLimit,
    said: said(model),
    idleMs: idleTimeout === undefined ? undefined : idleTimeout * msPerSecond,
    chosen: `model ${model} (${why})`,
  };
};

const msPerSecond = 1_000;

/** Ollama runs models of its cloud under names that say so, whatever server was asked. */
const refuseElsewhere = (row: ProviderRow, name: string, url: string | undefined): void => {
  const cloud = row.dialect === "ollama" && /[:-]cloud$/u.test(name);
  if (row.place === "inside" || (url !== undefined && isLoopback(url) && !cloud)) return;
  throw new KelsonError("bad_input", `offline: model ${row.name}/${name} is not on this machine`, {
    hint:
      cloud || url === undefined ? undefined : `it would be asked at ${url}; name a model of a server on the loopback`,
  });
};

// A key is only ever sent to the provider that it belongs to.
const keyOf = (names: readonly string[], env: Environment): string | undefined =>
  names.map((name) => env[name]).find(Boolean);

const readName = (text: string): { row: ProviderRow; name: string } => {
  const read = readModelName(text);
  if (read === undefined) {
    throw new KelsonError("bad_input", `model must be provider/model, got "${text}"`, {
      hint: "for example anthropic/claude-sonnet-5, openai-compatible/qwen3 or scripted/turns.json",
    });
  }
  const row = providers.find(({ name }) => name === read.provider);
  if (row !== undefined) return { row, name: read.model };
  throw new KelsonError("bad_input", `"${read.provider}" in model ${text} is not a provider`, {
    hint: `the providers are ${providers.map(({ name }) => name).join(", ")}`,
  });
};

const fromLocalServer = async (configuration: Configuration, env: Environment): Promise<ChosenModel | undefined> => {
  const servers = providers.flatMap((row) => {
    const url = row.place === "local" ? providerAddress(row, env) : undefined;
    return url !== undefined && isLoopback(url) ? [{ row, url }] : [];
  });
  const asked = servers.map(async (server) => ({ ...server, name: await firstModel(server) }));
  const found = (await Promise.all(asked)).find(({ name }) => name !== undefined);
  if (found === undefined) return undefined;
  const why = `a server that looks like ${found.row.title} answers at ${found.url}`;
  return namedModel(`${found.row.name}/${found.name}`, { ...configuration, baseUrl: found.url }, env, why);
};

/** Whether a URL leads to this machine. */
export const isLoopback = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(URL.parse(url)?.hostname ?? "");

const answerMs = 300;

/** What a local server offers first; undefined when none answers. */
export const firstModel = async ({ row, url }: { row: ProviderRow; url: string }): Promise<string | undefined> => {
  const path = row.dialect === "ollama" ? "/v1/models" : "/models";
  try {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(answerMs) });
    const { data } = (await response.json()) as { data?: { id?: unknown }[] };
    const id = data?.[0]?.id;
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
};

const noModel = (): never => {
  throw new KelsonError("no_model", "no model is configured and none was found", {
    hint: [
      "there are three ways to get one:",
      "  1. set a key: export ANTHROPIC_API_KEY=… (or that of another provider)",
      "  2. run a local server: Ollama, LM Studio, llama.cpp or vLLM is found by itself",
      "  3. name one: kelson run -m openai-compatible/<model> --base-url http://127.0.0.1:8080/v1 …",
      "or see it work without one: kelson demo",
    ].join("\n"),
  });
};
