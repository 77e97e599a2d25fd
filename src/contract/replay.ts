/** What a replay finds: each request of a session, rebuilt from its log and held against what was recorded. */

/** The first part of a request that is not as it was, by the name of its block, and both texts. */
export interface BlockDifference {
  readonly block: string;
  readonly recorded: string;
  readonly now: string;
}

/**
 * One request. `broken` says why the record cannot be rebuilt: it was erased, or this version builds it otherwise.
 * `difference` is that of a request made of today's prompt and tools.
 */
export interface ReplayedRequest {
  readonly seq: number;
  readonly step: number;
  readonly model: string;
  readonly blocks: number;
  readonly broken?: string | undefined;
  readonly difference?: BlockDifference | undefined;
}

/** How a whole session was replayed. `rules` is told when today's are others than those that it ran with. */
export interface Replayed {
  readonly session: string;
  readonly requests: readonly ReplayedRequest[];
  readonly rules?: BlockDifference | undefined;
}
