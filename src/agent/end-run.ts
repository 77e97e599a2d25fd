/** Ends a run. */
import type { Performer } from "./performer.ts";

export const endRun: Performer<"end-run"> = (context, { state, why, message, guard }) => {
  if (guard !== undefined && context.status().tripped !== guard)
    context.append({ type: "guard.tripped", data: { guard, detail: message } });
  context.append({ type: "run.ended", data: { state, why, ...(message !== "" && { message }) } });
};
