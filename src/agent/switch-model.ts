/** Goes on with a fallback; ends the run when none of them can be asked here. */
import { endRun } from "./end-run.ts";
import { fallbackAtHand } from "./model-at-hand.ts";
import type { Performer } from "./performer.ts";

export const switchModel: Performer<"switch-model"> = (context, { why }) => {
  const { model, failure } = context.status();
  const to = fallbackAtHand(context, model);
  if (to !== undefined) context.append({ type: "model.switched", data: { from: model, to, why } });
  else return endRun(context, { do: "end-run", state: "error", why: `model ${why}`, message: failure?.message ?? "" });
};
