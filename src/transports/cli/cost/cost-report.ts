/** What a session took, by model and purpose, and what its requests did not find in a cache. */
import { type CachedRequest, cachedShare, type Purpose } from "../../../folds/cache.ts";
import { type MissRecord, missRecords } from "./miss-record.ts";

/** Fields bear the names that scripts know; `input_tokens` counts cached ones too. Null is unknown, never zero. */
export interface CostTally {
  readonly requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  /** From 0 to 1; null where no provider tells of its cache. */
  readonly cache_read_share: number | null;
  readonly total_cost_usd: number | null;
  /** What the cache saved. */
  readonly saved_usd: number | null;
}

export interface CostReport {
  readonly session_id: string;
  readonly total: CostTally;
  readonly models: readonly (CostTally & { readonly model: string; readonly purpose: Purpose })[];
  readonly misses: readonly MissRecord[];
}

export const costReport = (session: string, requests: readonly CachedRequest[]): CostReport => ({
  session_id: session,
  total: tallyOf(requests),
  models: [...Map.groupBy(requests, ({ model, purpose }) => `${model} ${purpose}`).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ model: first.model, purpose: first.purpose, ...tallyOf(group) }];
  }),
  misses: missRecords(requests),
});

const tallyOf = (requests: readonly CachedRequest[]): CostTally => {
  const sum = (amount: (request: CachedRequest) => number): number =>
    requests.reduce((total, request) => total + amount(request), 0);
  return {
    requests: requests.length,
    input_tokens: sum(({ input }) => input),
    output_tokens: sum(({ output }) => output),
    cache_read_input_tokens: sum(({ cacheRead }) => cacheRead),
    cache_creation_input_tokens: sum(({ cacheWrite }) => cacheWrite),
    cache_read_share: cachedShare(requests),
    total_cost_usd: requests.some(({ costUsd }) => costUsd === null) ? null : sum(({ costUsd }) => costUsd ?? 0),
    saved_usd: requests.some(({ savedUsd }) => savedUsd === null) ? null : sum(({ savedUsd }) => savedUsd ?? 0),
  };
};
