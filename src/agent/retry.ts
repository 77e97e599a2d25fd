/** Whether a failed model call is tried again, and how long to wait before that. */
import { modelFailures, type ProviderError } from "../contract/error.ts";
import type { RunSettings } from "../contract/terms.ts";

export interface Retry {
  readonly again: boolean;
  readonly waitMs: number;
}

/** `attempt` is that of the call which failed, from 1. The server's own word on the wait is honoured up to an hour. */
export const retryAfter = (
  error: ProviderError,
  attempt: number,
  settings: RunSettings["retry"],
  random: () => number,
): Retry => {
  const { retries } = modelFailures[error.category];
  if (retries === "never" || attempt > settings[retries]) return { again: false, waitMs: 0 };
  const backoff = Math.min(settings.maxMs, settings.baseMs * 2 ** (attempt - 1));
  const jittered = Math.round(backoff * (leastJitter + (1 - leastJitter) * random()));
  return { again: true, waitMs: Math.min(hourMs, Math.max(jittered, error.retryAfterMs ?? 0)) };
};

const leastJitter = 0.5;
const hourMs = 3_600_000;
