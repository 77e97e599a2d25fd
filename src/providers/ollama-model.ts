/** Asks Ollama what it knows of a model: how long its context may be and what it can do. https://docs.ollama.com/api/show */
import { answerFailure } from "./failure.ts";
import { type Endpoint, endpoint, type EndpointOptions, post, wholeText } from "./http.ts";
import { ollamaShown } from "./ollama-wire.ts";

/** What is known of a model. `contextLength` is what it was made for, in tokens. */
export interface OllamaModel {
  readonly contextLength: number | undefined;
  readonly capabilities: readonly string[];
}

/** How much context is set at most, since it takes the user's memory: about 4 GB for a model of 8 billion parameters. */
export const usualMaxWindow = 32_768;

/** The window that requests are made with; undefined leaves it to the server. */
export const ollamaWindow = ({ contextLength }: OllamaModel, maxWindow = usualMaxWindow): number | undefined =>
  contextLength === undefined ? undefined : Math.min(contextLength, maxWindow);

/**
 * Asks. Rejects with ProviderError when the server does not have the model or does not answer; a server that does not
 * know the question is one that says nothing.
 */
export const ollamaModel = (options: EndpointOptions, beside?: Endpoint) => {
  const to = endpoint("/api/show", options, beside);
  return async (model: string, signal: AbortSignal): Promise<OllamaModel> => {
    const answer = await post(to, JSON.stringify({ model }), signal);
    const body = await wholeText(answer);
    const { status, headers } = answer;
    if (status !== 200 && /not found/.test(body) && body.includes(model.split(":")[0] ?? model))
      throw answerFailure({ host: to.url.host, status, headers, body, now: Date.now() });
    const read = ollamaShown.safeParse(status === 200 ? parsed(body) : {}).data;
    const lengths = Object.entries(read?.model_info ?? {}).filter(([name]) => name.endsWith(".context_length"));
    const contextLength = lengths.map(([, length]) => length).find((length) => typeof length === "number");
    return { contextLength, capabilities: read?.capabilities ?? [] };
  };
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
