/** The folds that a program reads a session through. */
import { cache } from "../folds/cache.ts";
import { messages } from "../folds/messages.ts";
import { metrics } from "../folds/metrics.ts";
import { plan } from "../folds/plan.ts";
import { summary } from "../folds/summary.ts";
import { transcript } from "../folds/transcript.ts";
import { usage } from "../folds/usage.ts";

/**
 * Views of a session, each derived from its log: `await assistant.read(session, folds.usage)`. What a screen shows is the
 * transcript, what a model reads are the messages.
 */
export const folds = { cache, messages, metrics, plan, summary, transcript, usage } as const;
