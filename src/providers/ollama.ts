/** Models behind Ollama's own API, which alone can be told how much context to keep. */
import { ProviderError } from "../contract/error.ts";
import type { Capabilities, Provider } from "../contract/provider.ts";
import { exchange } from "./exchange.ts";
import { endpoint, type EndpointOptions, keyHeaders } from "./http.ts";
import { ollamaEnd, ollamaEvent, ollamaInitial } from "./ollama-events.ts";
import { type OllamaModel, ollamaModel, ollamaWindow } from "./ollama-model.ts";
import { type OllamaKnown, ollamaWriter } from "./ollama-request.ts";
import { recoveredCalls } from "./recovered-calls.ts";
import { spokenThinking } from "./spoken-thinking.ts";

/**
 * `name` is what stands before the slash, `ollama` when absent. `maxWindow` bounds the context in tokens (32,768).
 * `keepAlive` is how long the model stays loaded, for example `30m`; the server's own setting when absent.
 */
export interface OllamaOptions extends Partial<EndpointOptions> {
  readonly name?: string | undefined;
  readonly model: string;
  readonly key?: string | undefined;
  readonly maxWindow?: number | undefined;
  readonly keepAlive?: string | number | undefined;
  readonly capabilities?: Partial<Capabilities> | undefined;
}

/** A provider `ollama/<model>`. The base URL is what stands before `/api/chat`. The server is asked of the model once. */
export const ollama = (options: OllamaOptions): Provider => {
  const { name = "ollama", model, key, baseUrl = "http://127.0.0.1:11434", keepAlive } = options;
  const headers = { ...keyHeaders(key), ...options.headers };
  const to = { ...options, baseUrl: baseUrl.replace(/\/(?:v1|api)\/*$/, ""), headers };
  const chat = endpoint("/api/chat", to);
  const show = ollamaModel(to, chat);
  const writer = ollamaWriter({ name, model, keepAlive });
  let known: OllamaKnown = { window: undefined, thinks: false };
  let shown: OllamaModel | undefined;
  const ask = exchange(
    recoveredCalls(
      spokenThinking({
        framing: "lines",
        body: (request) => writer.body(request, known),
        initial: ollamaInitial,
        event: ollamaEvent,
        whole: ollamaEvent,
        end: ollamaEnd,
      }),
    ),
    chat,
  );
  return {
    model: `${name}/${model}`,
    capabilities: { images: true, reasoning: true, ...options.capabilities },
    stream: async function* (request, more) {
      try {
        shown ??= await show(model, more.signal);
        known = { window: ollamaWindow(shown, options.maxWindow), thinks: shown.capabilities.includes("thinking") };
        yield* ask(request, more);
      } catch (error) {
        throw error instanceof ProviderError ? explained(error, { model, window: known.window }) : error;
      }
    },
  };
};

/** Says what to do about it, where that is known. */
const explained = (
  error: ProviderError,
  { model, window }: { readonly model: string; readonly window: number | undefined },
): ProviderError => {
  const remedy = remedies.find(({ applies }) => applies(error))?.say(model, window);
  return remedy === undefined ? error : new ProviderError(error.category, `${error.message}; ${remedy}`, error);
};

const remedies: readonly {
  readonly applies: (error: ProviderError) => boolean;
  readonly say: (model: string, window: number | undefined) => string;
}[] = [
  {
    applies: ({ message }) => /model .*not found/.test(message),
    say: (model) => `get it with \`ollama pull ${model}\``,
  },
  {
    applies: ({ message }) => /does not support tools/.test(message),
    say: () => "choose a model whose `ollama show` lists tools",
  },
  { applies: ({ message }) => /ECONNREFUSED/.test(message), say: () => "start it with `ollama serve`" },
  {
    applies: ({ category }) => category === "context_overflow",
    say: (_, window) =>
      window === undefined ? "its window is set by OLLAMA_CONTEXT_LENGTH" : `its window was set to ${window} tokens`,
  },
];
