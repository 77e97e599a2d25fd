/** Models behind OpenAI's Chat Completions, at OpenAI and at every server that speaks the same dialect. */
import type { Capabilities, Provider } from "../contract/provider.ts";
import { exchange } from "./exchange.ts";
import { endpoint, type EndpointOptions, keyHeaders } from "./http.ts";
import { chatEnd, chatEvent, chatInitial, chatWhole } from "./openai-chat-events.ts";
import { chatQuirks, type ChatQuirks } from "./openai-chat-quirks.ts";
import { chatWriter } from "./openai-chat-request.ts";
import { recoveredCalls } from "./recovered-calls.ts";
import { spokenThinking } from "./spoken-thinking.ts";

/** `name` is what stands before the slash, `model` as the API names it. Quirks are those known of the name when absent. */
export interface OpenaiChatOptions extends EndpointOptions {
  readonly name: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly quirks?: ChatQuirks | undefined;
  readonly capabilities?: Partial<Capabilities> | undefined;
}

/** A provider `<name>/<model>`. The base URL is what stands before `/chat/completions`. */
export const openaiChat = (options: OpenaiChatOptions): Provider => {
  const { name, model, key, quirks = chatQuirks[name] ?? {} } = options;
  const to = endpoint("/chat/completions", {
    ...options,
    headers: { ...keyHeaders(key, quirks.keyHeader), ...options.headers },
  });
  const codec = {
    body: chatWriter({ name, model, quirks }).body,
    initial: chatInitial,
    event: chatEvent,
    whole: chatWhole,
    end: chatEnd,
  };
  return {
    model: `${name}/${model}`,
    capabilities: { images: true, reasoning: true, ...options.capabilities },
    stream: quirks.local ? exchange(recoveredCalls(spokenThinking(codec)), to) : exchange(codec, to),
  };
};
