/** Asks the model: waits out a retry, takes in what was said to steer it, and has it answer. */
import { askStrategy } from "./ask-strategy.ts";
import { callModel } from "./call-model.ts";
import { catchUp } from "./catch-up.ts";
import { undelivered } from "../folds/status/children.ts";
import { roomForOne } from "./children/room-for-one.ts";
import type { Context } from "./context.ts";
import { deliverMessage } from "./deliver.ts";
import { modelAtHand } from "./model-at-hand.ts";
import type { Performer } from "./performer.ts";
import { buildRequest } from "./request.ts";
import { waitOut } from "./wait-out.ts";

export const think: Performer<"think"> = async (context) => {
  if (!(await waitOut(context, context.status().failure?.waitMs ?? 0))) return;
  if (!(await roomForOne(context))) return;
  takeInSteering(context);
  takeInReports(context);
  await catchUp(context);
  await askStrategy(context);
  const provider = modelAtHand(context);
  const { reply: last, attempt: tried, step } = context.status();
  const attempt = last === "failed" ? tried + 1 : 1;
  await callModel(context, { provider, request: buildRequest(context, attempt === 1 ? step + 1 : step), attempt });
};

const takeInSteering = (context: Context): void => {
  for (const { seq, steer } of context.status().queue) {
    if (steer) deliverMessage(context, seq);
  }
};

const takeInReports = (context: Context): void => {
  for (const { seq, taint } of undelivered(context.status()))
    context.append({ type: "user.said", data: { origin: "agent", delivers: seq, taint } });
};
