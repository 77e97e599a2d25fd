/** The settings of runs in tests: short waits, no limits but the steps. */
import type { RunSettings } from "../../src/contract/terms.ts";

export const settings = (changed: Partial<RunSettings> = {}): RunSettings => ({
  model: "test/turns",
  prices: { input: 1, output: 10 },
  limits: { steps: 50, workMs: 0, costUsd: 0, tokens: 0 },
  sampling: { stream: true },
  onAsk: "ask",
  verify: false,
  resultChars: 32_000,
  callMs: 0,
  guards: { continuations: 2, nudgeAfter: 3, stopAfter: 2 },
  retry: { times: 3, rateLimitTimes: 5, baseMs: 1, maxMs: 4 },
  ...changed,
});

/** Settings with some limits changed. */
export const limited = (limits: Partial<RunSettings["limits"]>, changed: Partial<RunSettings> = {}): RunSettings =>
  settings({ limits: { ...settings().limits, ...limits }, ...changed });
