/** One call of a model: reserves its cost and asks, streams the reply, and writes down what came of it. */
import { ProviderError } from "../contract/error.ts";
import type { Event } from "../contract/event.ts";
import type { ModelRequest, Provider } from "../contract/provider.ts";
import type { RunSettings } from "../contract/terms.ts";
import { choiceOf } from "../folds/status/choice.ts";
import type { Context } from "./context.ts";
import { deadline } from "./deadline.ts";
import { reply } from "./reply.ts";
import { measured } from "./request.ts";
import { inputTokens, reservedUsd } from "./reservation.ts";
import { workTimeLeft } from "./work-time-left.ts";
import { type ModelCall, writeFailure, writeReply } from "./write-reply.ts";

export interface Asking {
  readonly provider: Provider;
  /** Its purpose says what it is for. */
  readonly request: ModelRequest;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** Gives back the event that says what came of it. */
export const callModel = async (
  context: Context,
  { provider, request, attempt }: Asking,
): Promise<Event<"model.replied" | "model.failed">> => {
  const { model } = provider;
  const { purpose = "answer" } = request;
  const { blocks, chars } = measured(context, request);
  const last = purpose === "answer" ? context.status().lastTokens : 0;
  const estimate = { settings: settingsFor(context, model), model, input: inputTokens(chars, last) };
  const { seq: asked } = context.append({
    type: "model.asked",
    data: { purpose, model, attempt, blocks, chars, reservedUsd: reservedUsd(estimate) },
  });
  await context.saved();
  const limit = deadline(context.signal(), workTimeLeft(context.status()));
  const received = reply(context.redactor);
  const call: ModelCall = { provider, purpose, attempt, asked, received, limit, startedAt: context.now(), estimate };
  try {
    await receive(context, request, call);
    return writeReply(context, call);
  } catch (error) {
    return writeFailure(context, call, error);
  } finally {
    limit.clear();
  }
};

/** Those of the run; of this process, when the run goes on with a model that it does not name. */
const settingsFor = (context: Context, model: string): RunSettings => {
  const { settings } = context.status();
  return settings !== null && choiceOf(settings, model) !== undefined ? settings : context.settings;
};

const draftEveryMs = 250;

/** Only an answer is told as it comes, and kept as a draft. */
const receive = async (context: Context, request: ModelRequest, call: ModelCall): Promise<void> => {
  const { provider, purpose, asked, received, limit } = call;
  const tell = (deltas: ReturnType<typeof received.add>): void => {
    if (purpose === "answer" && deltas.length > 0) context.tell(deltas.map((delta) => ({ seq: asked, ...delta })));
  };
  let drafted = call.startedAt;
  for await (const parts of provider.stream(request, { signal: limit.signal })) {
    tell(received.add(parts));
    if (purpose !== "answer" || context.now() - drafted < draftEveryMs) continue;
    drafted = context.now();
    context.saveDraft(asked, received.sure());
  }
  tell(received.end());
  if (received.finish() === undefined) throw new ProviderError("malformed", "the reply ended without saying why");
};
