/** Judges whether a request was found in its provider's cache, and names the cause when it was not. */
import type { Prices, Usage } from "../contract/terms.ts";
import { cacheHabits } from "./cache-habits.ts";

/** Why a request does not begin with the one before it; `unexplained` when no event says so. */
export type Cut = "tools changed" | "erased" | "compacted" | "trimmed" | "unexplained";

export type MissCause =
  | Cut
  | "first request"
  | "provider does not say"
  | "too short to be cached"
  | "model switched"
  | "effort changed"
  | "probably expired"
  | "provider did not find it";

/** `tokens` could have been read from the cache and were not; what they cost more is null when a price is unknown. */
export interface Miss {
  cause: MissCause;
  tokens: number;
  costUsd: number | null;
  /** How long nothing was asked, when the cache has probably expired. */
  idleMs?: number;
}

/** An answered request, and what stood before it. */
export interface Answered {
  readonly model: string;
  readonly usage: Usage | undefined;
  readonly prices: Prices | undefined;
  /** Whether the model's provider tells of its cache. */
  readonly tells: boolean;
  /** The answered request before it; undefined for the first. */
  readonly before: { readonly model: string; readonly input: number } | undefined;
  /** Between that one and this. */
  readonly cut: Cut | null;
  readonly effortChanged: boolean;
  readonly idleMs: number;
}

/** A cache reads in steps of some hundred tokens: it may miss the last of them. */
const readShare = 0.85;

/** Null when it read what the request before it left. */
export const missOf = (answered: Answered): Miss | null => {
  const { model, usage, before, prices, idleMs } = answered;
  const expected = Math.min(before?.input ?? Infinity, usage?.input ?? Infinity);
  if (usage !== undefined && usage.cacheRead >= expected * readShare) return null;
  if (before === undefined) return { cause: "first request", tokens: 0, costUsd: 0 };
  if (usage === undefined || !answered.tells) return { cause: "provider does not say", tokens: 0, costUsd: null };
  const { leastTokens, livesMs } = cacheHabits(model);
  if (expected < leastTokens) return { cause: "too short to be cached", tokens: 0, costUsd: 0 };
  const tokens = expected - usage.cacheRead;
  const lost = { tokens, costUsd: extraUsd(prices, usage, tokens) };
  const ours = ownCause(answered, before.model);
  if (ours !== undefined) return { cause: ours, ...lost };
  return idleMs > livesMs
    ? { cause: "probably expired", ...lost, idleMs }
    : { cause: "provider did not find it", ...lost };
};

/** What was done on this side. */
const ownCause = ({ model, cut, effortChanged }: Answered, modelBefore: string): MissCause | undefined => {
  if (model !== modelBefore) return "model switched";
  return cut ?? (effortChanged ? "effort changed" : undefined);
};

const million = 1_000_000;

const extraUsd = (prices: Prices | undefined, usage: Usage, tokens: number): number | null => {
  if (prices === undefined) return null;
  const { input, cacheRead = input, cacheWrite = input } = prices;
  return (tokens * ((usage.cacheWrite > 0 ? cacheWrite : input) - cacheRead)) / million;
};

/** What the cache saved, writing to it counted against it; null when a price is unknown. */
export const savedUsd = (prices: Prices | undefined, usage: Usage | undefined): number | null => {
  if (prices === undefined || usage === undefined) return null;
  const { input, cacheRead = input, cacheWrite = input } = prices;
  return (usage.cacheRead * (input - cacheRead) - usage.cacheWrite * (cacheWrite - input)) / million;
};
