/** Begins a run on what was said; one whose end could not be signed does not begin. */
import type { Performer } from "./performer.ts";

export const beginRun: Performer<"begin-run"> = (context, { origin }) => {
  const { settings, signer } = context;
  signer?.publicKey();
  context.append({ type: "run.started", run: context.id(), data: { settings, origin } });
};
