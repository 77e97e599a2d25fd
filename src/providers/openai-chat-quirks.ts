/** What servers of Chat Completions differ in. */

/** Absent fields are what most servers take. */
export interface ChatQuirks {
  /** The name of the output limit; `max_tokens` when absent. */
  readonly outputLimit?: "max_tokens" | "max_completion_tokens" | undefined;
  /** A reply that only calls is sent back with `content: null` instead of an empty text, which some servers need. */
  readonly nullContent?: boolean | undefined;
  /** The name under which a model's thinking is sent back to it; not sent when absent. */
  readonly thinkingField?: "reasoning_content" | "reasoning" | undefined;
  /** Whether usage has to be asked for when streaming; true when absent. */
  readonly usageOption?: boolean | undefined;
  /** The session is sent as `prompt_cache_key`, so that its requests meet the same cache. */
  readonly cacheKey?: boolean | undefined;
  /** Models that answer 400 to a temperature: it is left out for them. */
  readonly untempered?: RegExp | undefined;
}

/** Quirks by provider name. */
export const chatQuirks: Readonly<Record<string, ChatQuirks>> = {
  openai: {
    outputLimit: "max_completion_tokens",
    nullContent: true,
    cacheKey: true,
    untempered: /^(?:o\d|gpt-[5-9])/,
  },
};
