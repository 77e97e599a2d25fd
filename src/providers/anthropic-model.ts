/** What Claude models differ in, by the version in their names. */

/** How a model is told to think: not at all, with a budget of tokens, or (from Claude 4.6 on) with an effort alone. */
export interface ClaudeTraits {
  readonly thinking: "none" | "budget" | "adaptive";
  /** From Claude 4.7 on the API answers 400 to a temperature. */
  readonly temperature: boolean;
  /** What is asked for when nobody says how much: the API has no default. */
  readonly maxOutputTokens: number;
}

/** Other names belong to servers that speak Anthropic's dialect; they are asked as the models of that time were. */
export const claudeTraits = (model: string): ClaudeTraits => {
  const version = versionOf(model);
  if (version === undefined) return { thinking: "budget", temperature: true, maxOutputTokens: 8_192 };
  return {
    thinking: version < 3.07 ? "none" : version < 4.06 ? "budget" : "adaptive",
    temperature: version < 4.07,
    maxOutputTokens: version < 3.05 ? 4_096 : version < 3.07 ? 8_192 : 32_000,
  };
};

/** `claude-3-7-sonnet-20250219` is 3.07, `claude-opus-4-20250514` 4, `claude-sonnet-4.6` 4.06, `claude-sonnet-5` 5. */
const versionOf = (model: string): number | undefined => {
  const match = /claude-(?:[a-z]+-)?(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/.exec(model);
  return match ? Number(match[1]) + Number(match[2] ?? 0) / 100 : undefined;
};
