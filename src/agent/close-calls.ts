/** Closes calls that were cut off: by a cancel, by a failure, in a crash, or because a fork leaves them behind. */
import { failureText } from "../contract/error.ts";
import type { NewEvent } from "../contract/event.ts";
import type { OpenCall } from "../folds/status/calls.ts";
import { markOf } from "./mark.ts";
import type { Performer } from "./performer.ts";

export const closeCalls: Performer<"close-calls"> = (context, { why }) => {
  for (const call of context.status().calls) for (const event of closing(call, why)) context.append(event);
};

/** The outcome of a call that goes no further. What was only lost can be judged again, and run again if it only reads. */
export const closing = ({ id, name, state, effects }: OpenCall, why: keyof typeof sentences): readonly NewEvent[] => {
  const sentence = sentences[why];
  if (state === "started") {
    if (why === "lost" && effects.every((effect) => effect === "read")) return [];
    const text = failureText("interrupted", sentence);
    const data = { call: id, name, ok: false, category: "interrupted", durationMs: 0, chars: text.length } as const;
    const mark = markOf(name, id, text);
    return [{ type: "call.finished", data: { ...data, mark, output: [{ type: "text", text }] } }];
  }
  if (why === "lost") return [];
  const mark = markOf(name, id, sentence);
  return [
    { type: "call.denied", data: { call: id, name, rule: why, category: "interrupted", mark, reason: sentence } },
  ];
};

const sentences = {
  cancelled: "the user cancelled the run",
  failed: "the run failed before this was done",
  lost: "the program was stopped while this ran; it may have had effects, so look before you try again",
  forked: "the conversation was forked while this was under way; what came of it is not known here",
} as const;
