/** What a request could have read from its provider's cache and did not, as a record and in words. */
import type { CachedRequest } from "../../../folds/cache.ts";
import type { MissCause } from "../../../folds/cache-miss.ts";
import { age } from "../../terminal/figures.ts";

export interface MissRecord {
  readonly step: number | null;
  readonly model: string;
  readonly purpose: string;
  readonly cause: MissCause;
  /** What could have been read from the cache and was not. */
  readonly tokens: number;
  /** What that cost more; null when a price is unknown. */
  readonly cost_usd: number | null;
  /** How long nothing had been asked, when the cache has probably expired. */
  readonly idle_ms: number | undefined;
}

export const missRecords = (requests: readonly CachedRequest[]): MissRecord[] =>
  requests.flatMap(({ step, model, purpose, miss }) =>
    miss === null
      ? []
      : [
          {
            step,
            model,
            purpose,
            cause: miss.cause,
            tokens: miss.tokens,
            cost_usd: miss.costUsd,
            idle_ms: miss.idleMs,
          },
        ],
  );

export const causeText = ({ cause, idle_ms: idleMs }: MissRecord): string =>
  idleMs === undefined ? cause : `${cause} after ${age(idleMs)}`;
