/** Goes on with a fallback. */
import type { Performer } from "./performer.ts";

export const switchModel: Performer<"switch-model"> = (context, { to, why }) => {
  context.append({ type: "model.switched", data: { from: context.status().model, to, why } });
};
