/** Models behind OpenAI's Responses API, at OpenAI and at every server that speaks the same dialect. */
import type { Capabilities, Provider } from "../contract/provider.ts";
import { exchange } from "./exchange.ts";
import { endpoint, type EndpointOptions, keyHeaders } from "./http.ts";
import { responsesEnd, responsesEvent, responsesInitial, responsesWhole } from "./openai-responses-events.ts";
import { type ResponsesQuirks, responsesQuirks } from "./openai-responses-quirks.ts";
import { responsesWriter } from "./openai-responses-request.ts";

/** `name` is what stands before the slash, `model` as the API names it. Quirks are those known of the name when absent. */
export interface OpenaiResponsesOptions extends EndpointOptions {
  readonly name: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly quirks?: ResponsesQuirks | undefined;
  readonly capabilities?: Partial<Capabilities> | undefined;
}

/** A provider `<name>/<model>`. The base URL is what stands before `/responses`. */
export const openaiResponses = (options: OpenaiResponsesOptions): Provider => {
  const { name, model, key, quirks = responsesQuirks[name] ?? {} } = options;
  const headers = { ...keyHeaders(key, quirks.keyHeader), ...options.headers };
  return {
    model: `${name}/${model}`,
    capabilities: { images: true, reasoning: quirks.encrypted?.test(model) ?? true, ...options.capabilities },
    stream: exchange(
      {
        body: responsesWriter({ name, model, quirks }).body,
        initial: responsesInitial,
        event: responsesEvent,
        whole: responsesWhole,
        end: responsesEnd,
      },
      endpoint("/responses", { ...options, headers }),
    ),
  };
};
