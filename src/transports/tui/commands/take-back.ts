/** Takes a message that waits out of the queue and into the input, with its pictures. */
import type { QueueSlice } from "../../../folds/status/queue.ts";
import { firstEvent } from "../first-event.ts";
import { attachedFrom } from "../input/attach.ts";
import type { Screen } from "../screen.ts";
import { sent } from "./sent.ts";

export type Queued = QueueSlice["queue"][number];

export const takeBack = async (screen: Screen, { seq }: Queued): Promise<void> => {
  if (!(await sent(screen, { type: "withdraw", queued: seq }))) return;
  const { data } = await firstEvent(screen.desk.place().session, { from: seq, type: "message.queued" });
  const { parts = [] } = data;
  const texts = parts.filter((part) => part.type === "text");
  screen.input.putBack({
    // What was attached is named in the text, and read again when that is sent.
    text: texts.flatMap(({ text }, index) => (index > 0 && attachedFrom(text) !== undefined ? [] : [text])).join(""),
    images: parts.filter((part) => part.type === "image"),
  });
};
