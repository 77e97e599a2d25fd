/** Cache marks for those models of the AI SDK whose API caches nothing but what is marked. */
import type { LanguageModelV4, LanguageModelV4Message, SharedV4ProviderOptions } from "@ai-sdk/provider";

const ephemeral = { cacheControl: { type: "ephemeral" } };

/** By the provider's name and the model's. A model on Bedrock that cannot cache refuses a request with a cache point. */
const marks: readonly (readonly [RegExp, RegExp, SharedV4ProviderOptions])[] = [
  // https://ai-sdk.dev/providers/ai-sdk-providers/anthropic#cache-control; it is the same on Vertex and Bedrock
  [/anthropic/i, /./, { anthropic: ephemeral }],
  // https://ai-sdk.dev/providers/ai-sdk-providers/amazon-bedrock#cache-points
  [/bedrock/i, /anthropic\.claude-(?:3-7|3-5-haiku|[a-z]+-[4-9])/, { bedrock: { cachePoint: { type: "default" } } }],
  // https://openrouter.ai/docs/features/prompt-caching
  [/^openrouter/, /^anthropic\//, { openrouter: ephemeral }],
];

/** What a message of this model is marked with; undefined where prefixes are cached without. */
export const cacheMark = ({
  provider,
  modelId,
}: Pick<LanguageModelV4, "provider" | "modelId">): SharedV4ProviderOptions | undefined =>
  marks.find(([providers, models]) => providers.test(provider) && models.test(modelId))?.[2];

/** Marks the last of some messages, whose own options stand with their parts. */
export const markedLast = (
  messages: readonly LanguageModelV4Message[],
  mark: SharedV4ProviderOptions | undefined,
): readonly LanguageModelV4Message[] => {
  const last = messages.at(-1);
  return mark === undefined || last === undefined
    ? messages
    : [...messages.slice(0, -1), { ...last, providerOptions: mark }];
};
