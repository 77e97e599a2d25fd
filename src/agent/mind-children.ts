/** Lets sub-agents work until something has come of one of them; when the run is to end, tells them to stop first. */
import type { Performer } from "./performer.ts";

export const mindChildren: Performer<"mind-children"> = async (context, { end }) => {
  const changed = context.changed();
  await context.saved();
  if (end) context.nursery.cancel();
  context.nursery.tend();
  await Promise.race([changed, context.nursery.failed()]);
};
