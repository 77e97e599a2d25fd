/** From the configuration to the settings of a run. */
import { KelsonError } from "./contract/error.ts";
import type { Configuration } from "./contract/options.ts";
import type { Prices, RunSettings } from "./contract/terms.ts";

/** What is known of the model. */
export interface KnownModel {
  readonly model: string;
  readonly baseUrl: string | undefined;
  readonly prices: Prices | undefined;
  readonly window: number | undefined;
}

const defaultSteps = 50;
const secondMs = 1_000;

/** KelsonError `bad_input` when a budget is set that could not be kept. */
export const runSettings = (configuration: Configuration, known: KnownModel, interactive: boolean): RunSettings => {
  const { temperature, maxOutputTokens, effort, stream = true, maxBudgetUsd = 0 } = configuration;
  const prices = configuration.prices ?? known.prices;
  if (maxBudgetUsd > 0 && prices === undefined) {
    throw new KelsonError(
      "bad_input",
      `max-budget-usd ${maxBudgetUsd} cannot be kept: the price of ${known.model} is unknown`,
      { hint: 'set it in the configuration: "prices": { "input": 3, "output": 15 } (USD per million tokens)' },
    );
  }
  return {
    model: known.model,
    baseUrl: known.baseUrl,
    window: configuration.contextWindow ?? known.window,
    prices,
    limits: {
      steps: configuration.maxSteps ?? defaultSteps,
      workMs: (configuration.timeout ?? 0) * secondMs,
      costUsd: maxBudgetUsd,
      tokens: configuration.maxTokens ?? 0,
    },
    sampling: { temperature, maxOutputTokens, effort, stream },
    onAsk: interactive || configuration.onAsk === "pause" ? "ask" : "deny",
    verify: configuration.verify ?? false,
    resultChars: configuration.maxResultChars ?? 32_000,
    callMs: 900 * secondMs,
    guards: { continuations: 2, nudgeAfter: 3, stopAfter: 2 },
    retry: { times: 3, rateLimitTimes: 5, baseMs: 1 * secondMs, maxMs: 30 * secondMs },
  };
};
