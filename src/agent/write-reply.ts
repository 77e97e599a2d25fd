/** Writes down what came of a model call: a reply, a reply that a cancel cut off, or a failure. */
import { ProviderError, sentenceOf } from "../contract/error.ts";
import type { Event } from "../contract/event.ts";
import type { ReplyPart } from "../contract/message.ts";
import type { Provider } from "../contract/provider.ts";
import type { Context } from "./context.ts";
import { costOf } from "./cost.ts";
import type { Deadline } from "./deadline.ts";
import type { Reply } from "./reply.ts";
import type { Purpose } from "../contract/terms.ts";
import { isAnswer } from "../folds/is-answer.ts";
import { choiceOf } from "../folds/status/choice.ts";
import { type Asked, arrivedUsd, lostUsd } from "./reservation.ts";
import { retryAfter } from "./retry.ts";

/** A model call that was made. */
export interface ModelCall {
  readonly provider: Provider;
  readonly purpose: Purpose;
  readonly attempt: number;
  /** Seq of its `model.asked`. */
  readonly asked: number;
  readonly received: Reply;
  readonly limit: Deadline;
  readonly startedAt: number;
  readonly estimate: Asked;
}

export const writeReply = (context: Context, call: ModelCall): Event<"model.replied"> => {
  const { provider, received, startedAt, estimate } = call;
  const { model } = provider;
  const { stop, usage } = received.finish() ?? { stop: "other" };
  const parts = received.parts();
  const unknown = received.unknown();
  const costUsd = costOf(usage, choiceOf(estimate.settings, model)?.prices);
  context.breaker.worked(model);
  return context.append({
    type: "model.replied",
    data: {
      ...purposeOf(call),
      model,
      stop,
      usage,
      ...(costUsd === undefined ? { estimatedUsd: arrivedUsd(estimate, parts) } : { costUsd }),
      durationMs: context.now() - startedAt,
      calls: parts.flatMap((part) => (part.type === "call" ? [{ id: part.id, name: part.name }] : [])),
      ...(unknown > 0 && { unknown }),
      parts,
    },
  }) as Event<"model.replied">;
};

export const writeFailure = (
  context: Context,
  call: ModelCall,
  error: unknown,
): Event<"model.replied" | "model.failed"> => {
  const { provider, received, limit, startedAt, estimate } = call;
  const parts = received.sure().filter(({ type }) => type !== "call");
  const durationMs = context.now() - startedAt;
  if (limit.passed === "cancel" && parts.length > 0) return writePartial(context, call, parts, durationMs);
  const { category, status, message, again, waitMs } =
    limit.passed === "no" ? judged(context, call, error) : stopped(limit);
  // A request that was too long says nothing about who refused it.
  if (!again && category !== "context_overflow") context.breaker.failed(provider.model);
  const estimatedUsd = lostUsd(estimate, category, received.parts());
  const data = { ...purposeOf(call), category, status, again, waitMs, durationMs, estimatedUsd, message };
  return context.append({
    type: "model.failed",
    data: parts.length > 0 ? { ...data, parts } : data,
  }) as Event<"model.failed">;
};

const writePartial = (
  context: Context,
  call: ModelCall,
  parts: ReplyPart[],
  durationMs: number,
): Event<"model.replied"> => {
  const { provider, received, estimate } = call;
  const estimatedUsd = arrivedUsd(estimate, received.parts());
  const data = { model: provider.model, stop: "other", durationMs, partial: true, estimatedUsd, parts } as const;
  return context.append({
    type: "model.replied",
    data: { ...purposeOf(call), ...data, calls: [] },
  }) as Event<"model.replied">;
};

const purposeOf = (call: ModelCall): { readonly purpose?: Purpose } =>
  isAnswer(call) ? {} : { purpose: call.purpose };

const judged = (context: Context, call: ModelCall, error: unknown) => {
  // What is no ProviderError is a fault of the codec; it is tried again as an answer that could not be read.
  const failure = error instanceof ProviderError ? error : new ProviderError("malformed", sentenceOf(error));
  const { tries, settings } = context.status();
  const attempt = isAnswer(call) ? tries : call.attempt;
  const retry = retryAfter(failure, attempt, (settings ?? context.settings).retry, context.random);
  return { category: failure.category, status: failure.status, message: failure.message, ...retry };
};

// It is called retryable, because the rule on cancels, or the one on limits, ends the run.
const stopped = ({ passed, ms }: Deadline) => {
  const message = passed === "time" ? `the run's time limit passed after ${ms} ms` : "the user cancelled the run";
  return { category: "interrupted", status: undefined, message, again: true, waitMs: 0 } as const;
};
