/** Opens the provider of a chosen model, by its dialect. Only the codec that is needed is loaded. */
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { ChosenModel, Environment } from "./choose-model.ts";
import { KelsonError, ProviderError } from "../contract/error.ts";
import type { Capabilities, Provider } from "../contract/provider.ts";
import type { OllamaOptions } from "../providers/ollama.ts";
import type { KnownModel } from "./run-settings.ts";

export interface OpenedProvider {
  readonly provider: Provider;
  readonly known: KnownModel;
}

export const openProvider = async (chosen: ChosenModel, cwd: string, env: Environment): Promise<OpenedProvider> => {
  const { row, name: model, model: full, baseUrl = "", key, prices, window, outputLimit } = chosen;
  const { said, idleMs } = chosen;
  const options = { name: row.name, model, key, baseUrl, env, capabilities: capabilitiesOf(said), idleMs };
  const known = { model: full, baseUrl, prices, window, outputLimit };
  const opened = (provider: Provider): OpenedProvider => ({ provider, known });
  switch (row.dialect) {
    case "anthropic":
      return opened((await import("../providers/anthropic.ts")).anthropic(options));
    case "openai-responses":
      return opened((await import("../providers/openai-responses.ts")).openaiResponses(options));
    case "openai-chat":
      return opened((await import("../providers/openai-chat.ts")).openaiChat(options));
    case "gemini":
      return opened((await import("../providers/gemini.ts")).gemini(options));
    case "ollama":
      return openOllama({ ...options, maxWindow: said.window }, known);
    case "scripted":
      return openScript(resolve(cwd, model));
    case "ai-sdk":
      throw new KelsonError("bad_input", `model ${full} can only be used from code`, {
        hint: "hand the model to the library: agent({ model: aiSdk(…) })",
      });
  }
};

const capabilitiesOf = ({ images, reasoning }: ChosenModel["said"]): Partial<Capabilities> => ({
  ...(images !== undefined && { images }),
  ...(reasoning !== undefined && { reasoning }),
});

/** How long a local server may take to say what its model's window is, in milliseconds. */
const windowMs = 2_000;

const openOllama = async (options: OllamaOptions, known: KnownModel): Promise<OpenedProvider> => {
  const [{ ollama }, { ollamaModel, ollamaWindow }] = await Promise.all([
    import("../providers/ollama.ts"),
    import("../providers/ollama-model.ts"),
  ]);
  const asked = ollamaModel({ ...options, baseUrl: known.baseUrl ?? "" })(options.model, AbortSignal.timeout(windowMs));
  // A server that does not answer now is told of with the first request.
  const window = await asked.then((shown) => ollamaWindow(shown, options.maxWindow)).catch(() => undefined);
  return { provider: ollama(options), known: { ...known, window: window ?? known.window } };
};

const openScript = async (path: string): Promise<OpenedProvider> => {
  const [{ scripted }, { readScript }] = await Promise.all([
    import("../providers/scripted.ts"),
    import("../providers/script.ts"),
  ]);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new KelsonError("bad_input", `the script ${path} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  const script = readScript(text, path);
  const provider = scripted({ script, name: basename(path) });
  const { prices, window } = script;
  return {
    provider: { ...provider, model: `scripted/${path}` },
    known: { model: `scripted/${path}`, baseUrl: undefined, prices, window },
  };
};

/** Stands in where only the log is read: it cannot be asked. */
export const noProvider: Provider = {
  model: "none/none",
  capabilities: { images: false, reasoning: false },
  stream: () => {
    throw new ProviderError("invalid_request", "no model was chosen for this command");
  },
};
