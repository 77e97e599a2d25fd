/** A window that slides over the history: never more messages than it is wide, and the first one, the task, always. */
import type { CompactionStrategy } from "../contract/compaction.ts";
import { KelsonError } from "../contract/error.ts";

/** `width` is at least 4. The older half makes way at once, so that what is sent stays the same for a while and caches. */
export const slidingWindow = (width: number): CompactionStrategy => {
  if (!Number.isInteger(width) || width < 4) {
    throw new KelsonError("bad_input", `a history window must be a whole number of at least 4 messages, got ${width}`);
  }
  return {
    name: "history window",
    compact: ({ messages }) =>
      messages.length <= width ? undefined : { from: 1, to: messages.length - Math.floor(width / 2) },
  };
};
