/** How the prompt caches of providers behave, as far as they say. */

export interface CacheHabits {
  /** Tokens of the shortest prompt that is cached. */
  readonly leastTokens: number;
  /** How long what was cached is sure to be found again after its last use, in milliseconds. */
  readonly livesMs: number;
  /** Whether usage tells of the cache; absent where that is not known. */
  readonly tells?: boolean;
}

const minuteMs = 60_000;
/** The shortest life that any provider names; of the others none is known. */
const livesMs = 5 * minuteMs;
const unknown: CacheHabits = { leastTokens: 1_024, livesMs };

const told = (leastTokens: number, lives = livesMs): CacheHabits => ({ leastTokens, livesMs: lives, tells: true });

/** The first that fits a `provider/model` wins; packages of the AI SDK put a dot and more behind the provider. */
const habits: readonly (readonly [RegExp, CacheHabits])[] = [
  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching
  [/^anthropic[./].*(?:opus-4-[56]|haiku-4-5)/, told(4_096)],
  [/^anthropic[./].*(?:opus-4-7|3-haiku|3-5-haiku)/, told(2_048)],
  [/^anthropic[./].*(?:opus|fable|mythos)-5/, told(512)],
  [/^anthropic[./]/, told(1_024)],
  // https://platform.openai.com/docs/guides/prompt-caching: cleared after 5 to 10 minutes without use
  [/^(?:openai|azure)[./]/, told(1_024)],
  // https://ai.google.dev/gemini-api/docs/caching
  [/^(?:gemini|google)[./].*2\.5/, told(2_048)],
  [/^(?:gemini|google)[./]/, told(4_096)],
  // https://api-docs.deepseek.com/guides/kv_cache: in units of 64 tokens, cleared after hours to days
  [/^deepseek[./]/, told(64, 60 * minuteMs)],
  [/^ollama\//, { ...unknown, tells: false }],
];

/** `model` is `provider/model`. */
export const cacheHabits = (model: string): CacheHabits => habits.find(([names]) => names.test(model))?.[1] ?? unknown;
