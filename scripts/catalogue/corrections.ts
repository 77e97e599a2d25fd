/** What llm-zoo lacks or has wrong, each with the page it is from. Delete a line when a newer llm-zoo has it right. */
import type { Row } from "./row.ts";

const all = ["tools", "images", "reasoning"];

/** DeepSeek halves its prices outside peak hours; a budget can only be kept with the peak price. */
const flashAtPeak = { prices: { input: 0.3, output: 1.2, cacheRead: 0.006 } };

/** Grok's cache is hit without being asked; llm-zoo has no price for it. */
const grokCached = { prices: { input: 2, output: 6, cacheRead: 0.5 } };

/** GPT-5.6 Sol is sold for less, surely so only until 21 November 2026; a budget is kept with the price after it. */
const solAgain = { prices: { input: 5, output: 30, cacheRead: 0.5, cacheWrite: 6.25 } };

/** By our name. A partial row is laid over the one of llm-zoo. */
export const corrections: Readonly<Record<string, Partial<Row>>> = {
  // https://platform.claude.com/docs/en/models/sonnet-5-5/overview
  "anthropic/claude-sonnet-5-5": {
    window: 1_000_000,
    outputLimit: 128_000,
    can: all,
    prices: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  },
  // https://platform.claude.com/docs/en/models/haiku-5-5/overview
  // Its price is five times as high above 100,000 tokens of input, which one price cannot say: so it stays unknown.
  "anthropic/claude-haiku-5-5": { window: 1_000_000, outputLimit: 128_000, can: all },
  // https://developers.openai.com/api/docs/models/gpt-6.1-sol
  "openai/gpt-6.1-sol": {
    window: 1_050_000,
    outputLimit: 128_000,
    can: all,
    prices: { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  },
  // https://developers.openai.com/api/docs/pricing
  "openai/gpt-5.6": solAgain,
  "openai/gpt-5.6-sol": solAgain,
  "openai/o1-pro": { prices: { input: 150, output: 600 } },
  // https://ai.google.dev/gemini-api/docs/pricing: cached input is a tenth, no longer a quarter.
  "gemini/gemini-2.5-flash": { prices: { input: 0.3, output: 2.5, cacheRead: 0.03 } },
  "gemini/gemini-2.5-pro": { prices: { input: 1.25, output: 10, cacheRead: 0.125 } },
  "gemini/gemini-3.1-flash-lite": { prices: { input: 0.25, output: 1.5, cacheRead: 0.025 } },
  "gemini/gemini-3.1-pro-preview": { prices: { input: 2, output: 12, cacheRead: 0.2 } },
  // https://api-docs.deepseek.com/quick_start/pricing, which also says that the old names are served by deepseek-flash.
  "deepseek/deepseek-flash": flashAtPeak,
  "deepseek/deepseek-v4-flash": { ...flashAtPeak, can: all },
  "deepseek/deepseek-v4-flash-vision-exp": { ...flashAtPeak, can: all },
  "deepseek/deepseek-v4-pro": { prices: { input: 1.32, output: 3.96, cacheRead: 0.044 } },
  // https://docs.x.ai/developers/grok-4-7
  "xai/grok-4.7": grokCached,
  "xai/grok-4.6": grokCached,
  "xai/grok-4.5": grokCached,
  // https://www.alibabacloud.com/help/en/model-studio/models
  "qwen/qwen3.8-max": {
    window: 1_000_000,
    outputLimit: 65_536,
    can: all,
    prices: { input: 2, output: 6 },
  },
  // https://docs.z.ai/guides/overview/pricing
  "zhipu/glm-4.5-air": { prices: { input: 0.2, output: 1.1, cacheRead: 0.03 } },
  "zhipu/glm-4.7-flash": { prices: { input: 0, output: 0, cacheRead: 0 } },
  "zhipu/glm-5": { window: 200_000, outputLimit: 128_000 },
};
