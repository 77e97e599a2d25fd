/** Models behind Gemini's API, at Google and at every server that speaks the same dialect. */
import type { Capabilities, Provider } from "../contract/provider.ts";
import { exchange } from "./exchange.ts";
import { geminiEnd, geminiEvent, geminiInitial, geminiWhole } from "./gemini-events.ts";
import { geminiTraits } from "./gemini-model.ts";
import { geminiWriter } from "./gemini-request.ts";
import { endpoint, type EndpointOptions, keyHeaders } from "./http.ts";

/** `model` as the API names it; `name` is what stands before the slash, `gemini` when absent. */
export interface GeminiOptions extends Partial<EndpointOptions> {
  readonly name?: string | undefined;
  readonly model: string;
  readonly key?: string | undefined;
  readonly capabilities?: Partial<Capabilities> | undefined;
}

/** A provider `gemini/<model>`. The base URL is what stands before `/models/<model>:generateContent`. */
export const gemini = (options: GeminiOptions): Provider => {
  const { name = "gemini", model, key, baseUrl = "https://generativelanguage.googleapis.com/v1beta" } = options;
  const headers = { ...keyHeaders(key, "x-goog-api-key"), ...options.headers };
  const codec = {
    body: geminiWriter({ name, model }).body,
    initial: geminiInitial,
    event: geminiEvent,
    whole: geminiWhole,
    end: geminiEnd,
  };
  const path = `/models/${encodeURIComponent(model.replace(/^models\//, ""))}`;
  const to = { ...options, baseUrl, headers };
  const whole = exchange(codec, endpoint(`${path}:generateContent`, to));
  const query = { ...options.query, alt: "sse" };
  const streamed = exchange(codec, endpoint(`${path}:streamGenerateContent`, { ...to, query }));
  return {
    model: `${name}/${model}`,
    capabilities: { images: true, reasoning: geminiTraits(model).thinking !== "none", ...options.capabilities },
    stream: (request, more) => (request.sampling.stream ? streamed : whole)(request, more),
  };
};
