/** Closes a reply that was lost in a crash; what had been said of it is kept. */
import type { Performer } from "./performer.ts";

export const closeReply: Performer<"close-reply"> = async (context) => {
  const { asked, side, reservedUsd } = context.status();
  const parts = side === null ? await context.draft(asked) : [];
  context.append({
    type: "model.failed",
    data: {
      ...(side !== null && { purpose: side.purpose }),
      category: "interrupted",
      again: true,
      waitMs: 0,
      durationMs: 0,
      // Nobody saw how much of it was written, so that all of it may have been billed.
      ...(reservedUsd > 0 && { estimatedUsd: reservedUsd }),
      message: "the program was stopped while the model was replying",
      ...(parts.length > 0 && { parts: [...parts] }),
    },
  });
};
