/** Ends a run that met a bug: closes what is open, says what happened, so that the log is never left in the middle. */
import { sentenceOf } from "../contract/error.ts";
import { closeCalls } from "./close-calls.ts";
import type { Context } from "./context.ts";
import { signatureDue, signHead } from "./sign-head.ts";

export const failRun = async (context: Context, error: unknown): Promise<void> => {
  const message = sentenceOf(error);
  const { run, reply, side } = context.status();
  // There is nothing to end; whoever waits is told.
  if (run === null) throw error;
  if (reply === "asked" || side !== null) {
    const purpose = side === null ? {} : { purpose: side.purpose };
    const data = { ...purpose, category: "interrupted", again: false, waitMs: 0, durationMs: 0, message } as const;
    context.append({ type: "model.failed", data });
  }
  await closeCalls(context, { do: "close-calls", why: "failed" });
  context.append({ type: "run.ended", data: { state: "error", why: "bug", message } });
  if (signatureDue(context)) await signHead(context);
  await context.saved();
};
