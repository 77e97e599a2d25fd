/** What servers of Chat Completions differ in. */
import type { Sampling } from "../contract/terms.ts";
import { openaiThinks } from "./openai-model.ts";
import { grokEffort } from "./xai-model.ts";

/** Absent fields are what most servers take. */
export interface ChatQuirks {
  /** The name of the output limit; `max_tokens` when absent. */
  readonly outputLimit?: "max_tokens" | "max_completion_tokens" | undefined;
  /** A reply that only calls is sent back with `content: null` instead of an empty text, which some servers need. */
  readonly nullContent?: boolean | undefined;
  /** The name under which a model's thinking is sent back to it; not sent when absent. */
  readonly thinkingField?: "reasoning_content" | "reasoning" | undefined;
  /** Thinking is sent back with calls only; `required`: such a message is refused without, so that a blank stands for it. */
  readonly thinkingWithCalls?: "only" | "required" | undefined;
  /** What came as `reasoning_details` is sent back to the model that it came from. */
  readonly details?: boolean | undefined;
  /** Whether usage has to be asked for when streaming; true when absent. */
  readonly usageOption?: boolean | undefined;
  /** The session is sent as `prompt_cache_key`, so that its requests meet the same cache. */
  readonly cacheKey?: boolean | undefined;
  /** Models whose cache has to be asked for, with `cache_control` beside the messages. */
  readonly cacheControl?: RegExp | undefined;
  /** Models that answer 400 to a temperature: it is left out for them. */
  readonly untempered?: RegExp | undefined;
  /** How an effort is asked for; `reasoning_effort` when absent. */
  readonly effort?: EffortSettings | undefined;
  /** Ids must be nine letters and digits. */
  readonly shortIds?: boolean | undefined;
  /** A result may show images, and after results the assistant must speak before the user does. */
  readonly strictOrder?: boolean | undefined;
  /** A local model: it may think aloud in its text and print calls instead of making them. */
  readonly local?: boolean | undefined;
  /** The header that holds the key as it is, instead of `authorization: Bearer`. */
  readonly keyHeader?: string | undefined;
}

/** What is added to a request for an effort, and without one. */
export type EffortSettings = (asked: {
  readonly model: string;
  readonly effort: Sampling["effort"];
  readonly stream: boolean;
}) => object;

const byName: EffortSettings = ({ effort }) => (effort === undefined ? {} : { reasoning_effort: effort });

/** Only some models take an effort; the others answer 400. */
const onlyFor =
  (models: RegExp): EffortSettings =>
  (asked) =>
    models.test(asked.model) ? byName(asked) : {};

/** The models switch their thinking on or off, and know no measure of it. */
const switched: EffortSettings = ({ effort }) => (effort === undefined ? {} : { thinking: { type: "enabled" } });

const budgets = { low: 2_048, medium: 8_192, high: 24_576 };

/** Qwen's models that think on demand do so in streams only, and must be told not to elsewhere. */
const qwen: EffortSettings = ({ model, effort, stream }) => {
  if (!stream) return /^qwen3(?!.*(?:coder|instruct|thinking))/.test(model) ? { enable_thinking: false } : {};
  return effort === undefined ? {} : { enable_thinking: true, thinking_budget: budgets[effort] };
};

/** Groq leaves thinking in the text unless it is told otherwise, which gpt-oss does not understand. */
const groq: EffortSettings = (asked) => ({
  ...(/qwen|deepseek/.test(asked.model) ? { reasoning_format: "parsed" } : {}),
  ...onlyFor(/gpt-oss/)(asked),
});

const router: EffortSettings = ({ effort }) => ({
  usage: { include: true },
  ...(effort === undefined ? {} : { reasoning: { effort } }),
});

const local: ChatQuirks = { local: true, effort: onlyFor(/gpt-?oss/) };
const llamaCpp: ChatQuirks = { ...local, thinkingField: "reasoning_content", thinkingWithCalls: "only" };

/** Quirks by provider name. */
export const chatQuirks: Readonly<Record<string, ChatQuirks>> = {
  openai: {
    outputLimit: "max_completion_tokens",
    nullContent: true,
    cacheKey: true,
    untempered: /^(?:o\d|gpt-[5-9])/,
  },
  // Without an api-version of its own in the base URL, `/openai/v1` needs none.
  azure: {
    outputLimit: "max_completion_tokens",
    nullContent: true,
    untempered: openaiThinks,
    effort: onlyFor(openaiThinks),
    keyHeader: "api-key",
  },
  // https://openrouter.ai/docs/features/prompt-caching
  openrouter: { effort: router, details: true, cacheControl: /^anthropic\// },
  // 400: "Missing `reasoning_content` field in the assistant message" (https://api-docs.deepseek.com/guides/thinking_mode)
  deepseek: { thinkingField: "reasoning_content", thinkingWithCalls: "required" },
  // 400: "thinking is enabled but reasoning_content is missing in assistant tool call message"
  moonshot: {
    thinkingField: "reasoning_content",
    thinkingWithCalls: "required",
    untempered: /kimi-k2\.[5-9]|kimi-k[3-9]|thinking/,
    effort: switched,
    cacheKey: true,
  },
  qwen: { effort: qwen },
  zhipu: { thinkingField: "reasoning_content", thinkingWithCalls: "only", effort: switched },
  xai: { effort: onlyFor(grokEffort) },
  // 400: "Tool call id must be a-z, A-Z, 0-9, with a length of 9", "Unexpected role 'user' after role 'tool'"
  mistral: { shortIds: true, strictOrder: true, usageOption: false, effort: () => ({}) },
  groq: { outputLimit: "max_completion_tokens", effort: groq },
  cerebras: { outputLimit: "max_completion_tokens", effort: onlyFor(/gpt-oss/) },
  together: { effort: onlyFor(/gpt-oss/) },
  fireworks: { thinkingField: "reasoning_content", thinkingWithCalls: "only" },
  chutes: { effort: onlyFor(/gpt-oss/) },
  "openai-compatible": { local: true },
  "lm-studio": local,
  lmstudio: local,
  "llama.cpp": llamaCpp,
  llamacpp: llamaCpp,
  vllm: { ...local, effort: byName },
};

/** What a request says of effort. */
export const effortSettings = (quirks: ChatQuirks, model: string, { effort, stream }: Sampling): object =>
  (quirks.effort ?? byName)({ model, effort, stream });
