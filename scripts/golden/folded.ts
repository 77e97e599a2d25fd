/** The states of all folds after a log, as they are kept beside the golden sessions. */
import type { Event } from "../../src/contract/event.ts";
import { type Fold, foldOf } from "../../src/contract/fold.ts";
import { sessionFolds } from "../../src/agent/session-folds.ts";
import { cache } from "../../src/folds/cache.ts";
import { head } from "../../src/folds/head.ts";
import { metrics } from "../../src/folds/metrics.ts";
import { plan } from "../../src/folds/plan.ts";
import { profile } from "../../src/folds/profile.ts";
import { transcript } from "../../src/folds/transcript.ts";
import { usage } from "../../src/folds/usage.ts";

/** All folds that states are kept of. */
export const goldenFolds = [
  ...sessionFolds,
  cache,
  head,
  metrics,
  plan,
  profile,
  transcript,
  usage,
] as readonly Fold<unknown>[];

/** A fold's state after a whole log; one of another version may look otherwise. */
export interface FoldedState {
  readonly fold: string;
  readonly version: number;
  readonly state: unknown;
}

/** A line a fold; what is undefined is not there. */
export const foldedLines = (events: readonly Event[]): readonly string[] =>
  goldenFolds.map((fold) => {
    const { name, version } = fold;
    return JSON.stringify({ fold: name, version, state: foldOf(fold, events) } satisfies FoldedState);
  });
