/** Asks the model: waits out a retry, takes in what was said to steer it, streams the reply and writes it down. */
import { ProviderError } from "../contract/error.ts";
import type { ModelRequest, Provider } from "../contract/provider.ts";
import type { RunSettings } from "../contract/terms.ts";
import { undelivered } from "../folds/status/children.ts";
import { roomForOne } from "./children/room-for-one.ts";
import { compact } from "./compact.ts";
import type { Context } from "./context.ts";
import { deadline } from "./deadline.ts";
import type { Performer } from "./performer.ts";
import { modelAtHand } from "./model-at-hand.ts";
import { reply } from "./reply.ts";
import { buildRequest } from "./request.ts";
import { choiceOf, inputTokens, reservedUsd } from "./reservation.ts";
import { workTimeLeft } from "./work-time-left.ts";
import { type ModelCall, writeFailure, writeReply } from "./write-reply.ts";

export const think: Performer<"think"> = async (context) => {
  if (!(await waitOut(context))) return;
  if (!(await roomForOne(context))) return;
  takeInSteering(context);
  takeInReports(context);
  await compact(context);
  const provider = modelAtHand(context);
  const { request, ...asked } = ask(context, provider);
  await context.saved();
  const limit = deadline(context.signal(), workTimeLeft(context.status()));
  const call: ModelCall = { provider, ...asked, received: reply(context.redactor), limit, startedAt: context.now() };
  try {
    await receive(context, request, call);
    writeReply(context, call);
  } catch (error) {
    writeFailure(context, call, error);
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

const takeInReports = (context: Context): void => {
  for (const { seq, taint } of undelivered(context.status()))
    context.append({ type: "user.said", data: { origin: "agent", delivers: seq, taint } });
};

const ask = (
  context: Context,
  { model }: Provider,
): { request: ModelRequest } & Pick<ModelCall, "asked" | "estimate"> => {
  const { reply: last, attempt: tried, step, lastTokens } = context.status();
  const attempt = last === "failed" ? tried + 1 : 1;
  const { request, blocks, chars } = buildRequest(context, attempt === 1 ? step + 1 : step);
  const estimate = { settings: settingsFor(context, model), model, input: inputTokens(chars, lastTokens) };
  const { seq } = context.append({
    type: "model.asked",
    data: { purpose: "answer", model, attempt, blocks, reservedUsd: reservedUsd(estimate) },
  });
  return { request, asked: seq, estimate };
};

/** Those of the run; of this process, when the run goes on with a model that it does not name. */
const settingsFor = (context: Context, model: string): RunSettings => {
  const { settings } = context.status();
  return settings !== null && choiceOf(settings, model) !== undefined ? settings : context.settings;
};

const draftEveryMs = 250;

const receive = async (context: Context, request: ModelRequest, call: ModelCall): Promise<void> => {
  const { provider, asked, received, limit } = call;
  const tell = (deltas: ReturnType<typeof received.add>): void => {
    if (deltas.length > 0) context.tell(deltas.map((delta) => ({ seq: asked, ...delta })));
  };
  let drafted = call.startedAt;
  for await (const parts of provider.stream(request, { signal: limit.signal })) {
    tell(received.add(parts));
    if (context.now() - drafted < draftEveryMs) continue;
    drafted = context.now();
    context.saveDraft(asked, received.sure());
  }
  tell(received.end());
  if (received.finish() === undefined) throw new ProviderError("malformed", "the reply ended without saying why");
};
