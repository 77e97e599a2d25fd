/** What a session took, by model and purpose, and what its requests did not find in a cache. */
import { type CachedRequest, cachedShare, type Purpose } from "../../../folds/cache.ts";
import { agents as subAgents, costOf, type Tally, type Usage } from "../../../folds/usage.ts";
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
  /** What sub-agents took, in the total too; what their caches saved is told by their own sessions. */
  readonly agents?: CostTally | undefined;
  readonly misses: readonly MissRecord[];
}

/** `took` is the fold `usage`. */
export const costReport = (session: string, requests: readonly CachedRequest[], took: Usage): CostReport => {
  const own = tallyOf(requests);
  const theirs = took.models[subAgents];
  const agents = theirs && agentsTally(theirs);
  return { ...ownReport(session, requests), total: agents === undefined ? own : together(own, agents), agents };
};

const ownReport = (session: string, requests: readonly CachedRequest[]): Omit<CostReport, "total"> => ({
  session_id: session,
  models: [...Map.groupBy(requests, ({ model, purpose }) => `${model} ${purpose}`).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ model: first.model, purpose: first.purpose, ...tallyOf(group) }];
  }),
  misses: missRecords(requests),
});

const agentsTally = (tally: Tally): CostTally => ({
  requests: tally.replies,
  input_tokens: tally.input,
  output_tokens: tally.output,
  cache_read_input_tokens: tally.cacheRead,
  cache_creation_input_tokens: tally.cacheWrite,
  cache_read_share: tally.cacheRead + tally.cacheWrite === 0 ? null : tally.cacheRead / tally.input,
  total_cost_usd: costOf(tally) ?? null,
  saved_usd: 0,
});

const together = (own: CostTally, agents: CostTally): CostTally => ({
  ...own,
  requests: own.requests + agents.requests,
  input_tokens: own.input_tokens + agents.input_tokens,
  output_tokens: own.output_tokens + agents.output_tokens,
  cache_read_input_tokens: own.cache_read_input_tokens + agents.cache_read_input_tokens,
  cache_creation_input_tokens: own.cache_creation_input_tokens + agents.cache_creation_input_tokens,
  total_cost_usd:
    own.total_cost_usd === null || agents.total_cost_usd === null ? null : own.total_cost_usd + agents.total_cost_usd,
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
