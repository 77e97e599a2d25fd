/** Closes calls that were cut off by a cancel or lost in a crash. */
import { failureText } from "../contract/error.ts";
import type { Performer } from "./performer.ts";
import { markOf } from "./mark.ts";

export const closeCalls: Performer<"close-calls"> = (context, { why }) => {
  const sentence = sentences[why];
  for (const { id, name, state, effects } of context.status().calls) {
    if (state === "started") {
      if (why === "lost" && effects.every((effect) => effect === "read")) continue;
      const text = failureText("interrupted", sentence);
      const data = { call: id, name, ok: false, category: "interrupted", durationMs: 0, chars: text.length } as const;
      const mark = markOf(name, id, text);
      context.append({ type: "call.finished", data: { ...data, mark, output: [{ type: "text", text }] } });
    } else if (why !== "lost") {
      const mark = markOf(name, id, sentence);
      const data = { call: id, name, rule: why, category: "interrupted", mark, reason: sentence } as const;
      context.append({ type: "call.denied", data });
    }
  }
};

const sentences = {
  cancelled: "the user cancelled the run",
  failed: "the run failed before this was done",
  lost: "the program was stopped while this ran; it may have had effects, so look before you try again",
} as const;
