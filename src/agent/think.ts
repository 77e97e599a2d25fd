/** Asks the model: waits out a retry, takes in what was said to steer it, streams the reply and writes it down. */
import { ProviderError, sentenceOf } from "../contract/error.ts";
import type { ModelRequest } from "../contract/provider.ts";
import type { Context } from "./context.ts";
import { costOf } from "./cost.ts";
import { type Deadline, deadline } from "./deadline.ts";
import type { Performer } from "./loop.ts";
import { type Reply, reply } from "./reply.ts";
import { buildRequest } from "./request.ts";
import { retryAfter } from "./retry.ts";

export const think: Performer<"think"> = async (context) => {
  if (!(await waitOut(context))) return;
  takeInSteering(context);
  const { request, asked } = ask(context);
  await context.saved();
  const { settings, workMs } = context.status();
  const workLimit = settings?.limits.workMs ?? 0;
  const limit = deadline(context.signal(), workLimit > 0 ? Math.max(1, workLimit - workMs) : 0);
  const from = context.now();
  const received = reply();
  try {
    await receive(context, request, { asked, received, signal: limit.signal });
    replied(context, received, context.now() - from);
  } catch (error) {
    failed(context, { error, received, limit, durationMs: context.now() - from });
  } finally {
    limit.clear();
  }
};

/** False when the run was cancelled meanwhile. */
const waitOut = async (context: Context): Promise<boolean> => {
  const { failure } = context.status();
  if (failure === null || failure.waitMs === 0) return true;
  await context.saved();
  const pause = deadline(context.signal(), failure.waitMs);
  await pause.over;
  pause.clear();
  return pause.passed === "time";
};

const takeInSteering = (context: Context): void => {
  for (const { seq, steer } of context.status().queue) {
    if (steer) context.append({ type: "user.said", data: { origin: "user", delivers: seq } });
  }
};

const ask = (context: Context): { request: ModelRequest; asked: number } => {
  const { reply: last, attempt: tried, step } = context.status();
  const attempt = last === "failed" ? tried + 1 : 1;
  const built = buildRequest(context, attempt === 1 ? step + 1 : step);
  const { model } = context.provider;
  const event = context.append({
    type: "model.asked",
    data: { purpose: "answer", model, attempt, blocks: built.blocks },
  });
  return { request: built.request, asked: event.seq };
};

interface Receiving {
  readonly asked: number;
  readonly received: Reply;
  readonly signal: AbortSignal;
}

const draftEveryMs = 250;

const receive = async (
  context: Context,
  request: ModelRequest,
  { asked, received, signal }: Receiving,
): Promise<void> => {
  let drafted = context.now();
  for await (const parts of context.provider.stream(request, { signal })) {
    const deltas = received.add(parts);
    if (deltas.length > 0) context.tell(deltas.map((delta) => ({ seq: asked, ...delta })));
    if (context.now() - drafted < draftEveryMs) continue;
    drafted = context.now();
    context.saveDraft(asked, received.parts());
  }
  if (received.finish() === undefined) throw new ProviderError("malformed", "the reply ended without saying why");
};

const replied = (context: Context, received: Reply, durationMs: number): void => {
  const { stop, usage } = received.finish() ?? { stop: "other" };
  const parts = received.parts();
  const unknown = received.unknown();
  context.append({
    type: "model.replied",
    data: {
      model: context.provider.model,
      stop,
      usage,
      costUsd: costOf(usage, context.settings.prices),
      durationMs,
      calls: parts.flatMap((part) => (part.type === "call" ? [{ id: part.id, name: part.name }] : [])),
      ...(unknown > 0 && { unknown }),
      parts,
    },
  });
};

interface Failed {
  readonly error: unknown;
  readonly received: Reply;
  readonly limit: Deadline;
  readonly durationMs: number;
}

const failed = (context: Context, { error, received, limit, durationMs }: Failed): void => {
  const parts = received.parts().filter(({ type }) => type !== "call");
  if (limit.passed === "cancel" && parts.length > 0) return keepPartial(context, parts, durationMs);
  const failure = limit.passed === "no" ? asProviderError(error) : stopped(limit);
  const { attempt, settings } = context.status();
  const { again, waitMs } = retryAfter(failure, attempt, (settings ?? context.settings).retry, context.random);
  context.append({
    type: "model.failed",
    data: {
      category: failure.category,
      status: failure.status,
      // After a cancel or a time limit the next rule that answers ends the run.
      again: limit.passed === "no" ? again : true,
      waitMs: limit.passed === "no" ? waitMs : 0,
      durationMs,
      message: failure.message,
      ...(parts.length > 0 && { parts }),
    },
  });
};

const keepPartial = (context: Context, parts: ReturnType<Reply["parts"]>, durationMs: number): void => {
  const { model } = context.provider;
  context.append({
    type: "model.replied",
    data: { model, stop: "other", durationMs, calls: [], partial: true, parts },
  });
};

const stopped = ({ passed, ms }: Deadline): ProviderError =>
  new ProviderError(
    "interrupted",
    passed === "time" ? `the run's time limit passed after ${ms} ms` : "the user cancelled the run",
  );

const asProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError ? error : new ProviderError("malformed", sentenceOf(error), { cause: error });
