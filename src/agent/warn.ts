/** Says that a limit of the run is near. */
import type { Performer } from "./performer.ts";

export const warn: Performer<"warn"> = (context, { limit }) => {
  context.append({ type: "guard.tripped", data: { guard: "limit_near", detail: limit } });
};
