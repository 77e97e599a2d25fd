/** What a replay finds: requests rebuilt from a log, and calls run again, each held against what was recorded. */

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

/** What came of a call that was recorded, when its session's calls were run again. */
export type CallAgain = {
  readonly seq: number;
  readonly step: number;
  readonly call: string;
  readonly name: string;
} & (
  | { readonly came: "same" }
  /** What is not as it was: its outcome, its output, the files that it changed. */
  | { readonly came: "different"; readonly differences: readonly BlockDifference[] }
  /** It was allowed then, and today's policy says no, or that a person must be asked. */
  | { readonly came: "refused"; readonly why: string }
  /** It was not run again: what it gave then counts. */
  | { readonly came: "recorded"; readonly why: string }
);

/** The calls of a session, in the order in which they began. */
export interface RanAgain {
  /** Whether the files were as the session found them; if not, as the directory had them. */
  readonly asItBegan: boolean;
  readonly calls: readonly CallAgain[];
}
