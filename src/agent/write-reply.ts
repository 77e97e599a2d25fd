/** Writes down what came of a model call: a reply, a reply that a cancel cut off, or a failure. */
import { ProviderError, sentenceOf } from "../contract/error.ts";
import type { ReplyPart } from "../contract/message.ts";
import type { Provider } from "../contract/provider.ts";
import type { Context } from "./context.ts";
import { costOf } from "./cost.ts";
import type { Deadline } from "./deadline.ts";
import type { Reply } from "./reply.ts";
import { type Asked, arrivedUsd, choiceOf, lostUsd } from "./reservation.ts";
import { retryAfter } from "./retry.ts";

/** A model call that was made. */
export interface ModelCall {
  readonly provider: Provider;
  /** Seq of its `model.asked`. */
  readonly asked: number;
  readonly received: Reply;
  readonly limit: Deadline;
  readonly startedAt: number;
  readonly estimate: Asked;
}

export const writeReply = (context: Context, call: ModelCall): void => {
  const { provider, received, startedAt, estimate } = call;
  const { model } = provider;
  const { stop, usage } = received.finish() ?? { stop: "other" };
  const parts = received.parts();
  const unknown = received.unknown();
  const costUsd = costOf(usage, choiceOf(estimate.settings, model)?.prices);
  context.breaker.worked(model);
  context.append({
    type: "model.replied",
    data: {
      model,
      stop,
      usage,
      ...(costUsd === undefined ? { estimatedUsd: arrivedUsd(estimate, parts) } : { costUsd }),
      durationMs: context.now() - startedAt,
      calls: parts.flatMap((part) => (part.type === "call" ? [{ id: part.id, name: part.name }] : [])),
      ...(unknown > 0 && { unknown }),
      parts,
    },
  });
};

export const writeFailure = (context: Context, call: ModelCall, error: unknown): void => {
  const { provider, received, limit, startedAt, estimate } = call;
  const parts = received.sure().filter(({ type }) => type !== "call");
  const durationMs = context.now() - startedAt;
  if (limit.passed === "cancel" && parts.length > 0) return writePartial(context, call, parts, durationMs);
  const { category, status, message, again, waitMs } = limit.passed === "no" ? judged(context, error) : stopped(limit);
  if (!again) context.breaker.failed(provider.model);
  const estimatedUsd = lostUsd(estimate, category, received.parts());
  const data = { category, status, again, waitMs, durationMs, estimatedUsd, message };
  context.append({ type: "model.failed", data: parts.length > 0 ? { ...data, parts } : data });
};

const writePartial = (context: Context, call: ModelCall, parts: ReplyPart[], durationMs: number): void => {
  const { provider, received, estimate } = call;
  const estimatedUsd = arrivedUsd(estimate, received.parts());
  const data = { model: provider.model, stop: "other", durationMs, partial: true, estimatedUsd, parts } as const;
  context.append({ type: "model.replied", data: { ...data, calls: [] } });
};

const judged = (context: Context, error: unknown) => {
  // What is no ProviderError is a fault of the codec; it is tried again as an answer that could not be read.
  const failure = error instanceof ProviderError ? error : new ProviderError("malformed", sentenceOf(error));
  const { tries, settings } = context.status();
  const retry = retryAfter(failure, tries, (settings ?? context.settings).retry, context.random);
  return { category: failure.category, status: failure.status, message: failure.message, ...retry };
};

// It is called retryable, because the rule on cancels, or the one on limits, ends the run.
const stopped = ({ passed, ms }: Deadline) => {
  const message = passed === "time" ? `the run's time limit passed after ${ms} ms` : "the user cancelled the run";
  return { category: "interrupted", status: undefined, message, again: true, waitMs: 0 } as const;
};
