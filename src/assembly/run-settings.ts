/** From the configuration to the settings of a run. */
import { KelsonError } from "../contract/error.ts";
import type { Configuration } from "../contract/options.ts";
import type { RunSettings } from "../contract/terms.ts";

/** A model and what is known of it. */
export type KnownModel = Pick<RunSettings, "model" | "baseUrl" | "prices" | "window" | "outputLimit">;

const defaultSteps = 50;
const defaultAgents = { depth: 3, atOnce: 3 };
const defaultRetryWait = 1;
const longestRetryWait = 30;
const secondMs = 1_000;

/** The models of a run: its own, its fallbacks, and the one that writes summaries in its place. */
export interface KnownModels {
  readonly models: readonly [KnownModel, ...KnownModel[]];
  readonly summariser?: KnownModel | undefined;
}

/** KelsonError `bad_input` when a budget is set that could not be kept. */
export const runSettings = (
  configuration: Configuration,
  { models: [known, ...fallbacks], summariser }: KnownModels,
  interactive: boolean,
): RunSettings => {
  const {
    temperature,
    maxOutputTokens,
    effort,
    stream = true,
    retryWait = defaultRetryWait,
    maxBudgetUsd = 0,
    maxSessionBudgetUsd = 0,
  } = configuration;
  const prices = configuration.prices ?? known.prices;
  const priced = [{ ...known, prices }, ...fallbacks, ...(summariser === undefined ? [] : [summariser])];
  const unpriced = priced.find((model) => model.prices === undefined);
  const budget = maxBudgetUsd || maxSessionBudgetUsd;
  if (budget > 0 && unpriced !== undefined) {
    throw new KelsonError(
      "bad_input",
      `a budget of ${budget} USD cannot be kept: the price of ${unpriced.model} is unknown`,
      {
        hint: `set it in the configuration: "models": { "${unpriced.model}": { "prices": { "input": 3, "output": 15 } } } (USD per million tokens)`,
      },
    );
  }
  return {
    model: known.model,
    baseUrl: known.baseUrl,
    window: configuration.contextWindow ?? known.window,
    outputLimit: known.outputLimit,
    prices,
    ...(fallbacks.length > 0 && { fallbacks }),
    limits: {
      steps: configuration.maxSteps ?? defaultSteps,
      workMs: (configuration.timeout ?? 0) * secondMs,
      costUsd: maxBudgetUsd,
      ...(maxSessionBudgetUsd > 0 && { sessionCostUsd: maxSessionBudgetUsd }),
      tokens: configuration.maxTokens ?? 0,
    },
    sampling: { temperature, maxOutputTokens, effort, stream },
    trim: configuration.trim ?? true,
    compaction: configuration.compaction ?? "auto",
    ...(summariser !== undefined && { compactModel: summariser }),
    onAsk: interactive || configuration.onAsk === "pause" ? "ask" : "deny",
    agents: {
      depth: configuration.maxAgentDepth ?? defaultAgents.depth,
      atOnce: configuration.maxAgents ?? defaultAgents.atOnce,
      steps: configuration.maxAgentSteps ?? defaultSteps,
    },
    verify: configuration.verify ?? false,
    ...(configuration.profile && { profile: true }),
    resultChars: configuration.maxResultChars ?? 32_000,
    callMs: 900 * secondMs,
    guards: { continuations: 2, nudgeAfter: 3, stopAfter: 2 },
    retry: {
      times: 3,
      rateLimitTimes: 5,
      baseMs: retryWait * secondMs,
      maxMs: Math.max(retryWait, longestRetryWait) * secondMs,
    },
  };
};
