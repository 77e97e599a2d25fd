/** Finds the model when none was named: configuration, a key in the environment, a server on this machine. */
import { KelsonError } from "./contract/error.ts";
import type { Configuration } from "./contract/options.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `chosen` says in one sentence which model it is and why. */
export interface ChosenModel {
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string | undefined;
  readonly key: string | undefined;
  readonly chosen: string;
}

/** Providers with an address of their own. A key is only ever sent to the provider that it belongs to. */
const known = {
  anthropic: { key: "ANTHROPIC_API_KEY", baseUrl: "ANTHROPIC_BASE_URL", usual: "claude-sonnet-5" },
  openai: { key: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL", usual: "gpt-5.6" },
} as const;

/** Servers that people run on their own machine, by the port they usually listen on. */
const localServers = [
  { name: "LM Studio", url: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", url: "http://127.0.0.1:8080/v1" },
  { name: "vLLM", url: "http://127.0.0.1:8000/v1" },
];

export const chooseModel = async (configuration: Configuration, env: Environment): Promise<ChosenModel> => {
  const name = configuration.model;
  if (name !== undefined) return named(name, configuration, env);
  for (const provider of ["anthropic", "openai"] as const) {
    const { key, usual } = known[provider];
    if (env[key]) return named(`${provider}/${usual}`, configuration, env, `${key} is set`);
  }
  return (await fromLocalServer(configuration, env)) ?? noModel();
};

const named = (name: string, configuration: Configuration, env: Environment, why = "as configured"): ChosenModel => {
  const slash = name.indexOf("/");
  const provider = name.slice(0, Math.max(0, slash));
  const model = name.slice(slash + 1);
  if (provider === "" || model === "") {
    throw new KelsonError("bad_input", `model must be provider/model, got "${name}"`, {
      hint: "for example anthropic/claude-sonnet-5, openai-compatible/qwen3 or scripted/turns.json",
    });
  }
  const chosen = `model ${name} (${why})`;
  const own = provider === "anthropic" || provider === "openai" ? known[provider] : undefined;
  const key = configuration.apiKey ?? (own && env[own.key]);
  const baseUrl = configuration.baseUrl ?? (own && (env[own.baseUrl] || undefined)) ?? usualUrl(provider, env);
  if (own !== undefined && key === undefined && configuration.baseUrl === undefined) {
    throw new KelsonError("no_model", `model ${name} needs a key: ${own.key} is not set`);
  }
  return { provider, model, baseUrl, key, chosen };
};

const usualUrl = (provider: string, env: Environment): string | undefined =>
  provider === "ollama" ? `${ollamaHost(env)}/v1` : undefined;

const ollamaHost = (env: Environment): string => {
  const host = env["OLLAMA_HOST"] || "127.0.0.1:11434";
  return (host.includes("://") ? host : `http://${host}`).replace("0.0.0.0", "127.0.0.1").replace(/\/+$/u, "");
};

const fromLocalServer = async (configuration: Configuration, env: Environment): Promise<ChosenModel | undefined> => {
  const ollama = ollamaHost(env);
  const servers = [{ name: "ollama", url: `${ollama}/v1` }, ...localServers].filter(({ url }) => isLoopback(url));
  const found = await Promise.all(servers.map(async (server) => ({ ...server, model: await firstModel(server.url) })));
  const server = found.find(({ model }) => model !== undefined);
  if (server?.model === undefined) return undefined;
  const provider = server.name === "ollama" ? "ollama" : "openai-compatible";
  const why = `a server that looks like ${server.name} answers at ${server.url}`;
  return named(`${provider}/${server.model}`, { ...configuration, baseUrl: server.url }, env, why);
};

const isLoopback = (url: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(new URL(url).hostname);

const answerMs = 300;

const firstModel = async (url: string): Promise<string | undefined> => {
  try {
    const response = await fetch(`${url}/models`, { signal: AbortSignal.timeout(answerMs) });
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
      "  1. set a key: export ANTHROPIC_API_KEY=… (or OPENAI_API_KEY)",
      "  2. run a local server: Ollama, LM Studio, llama.cpp or vLLM is found by itself",
      "  3. name one: kelson run -m openai-compatible/<model> --base-url http://127.0.0.1:8080/v1 …",
      "or see it work without one: kelson demo",
    ].join("\n"),
  });
};
