/** Begins a run on what was said. */
import type { Performer } from "./performer.ts";

export const beginRun: Performer<"begin-run"> = (context, { origin }) => {
  const { settings } = context;
  context.append({ type: "run.started", run: context.id(), data: { settings, origin } });
};
