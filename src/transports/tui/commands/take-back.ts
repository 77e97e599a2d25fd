/** Takes a message that waits out of the queue and into the input, with its pictures. */
import type { QueueSlice } from "../../../folds/status/queue.ts";
import { attachedIn } from "../attached.ts";
import { firstEvent } from "../first-event.ts";
import type { Screen } from "../screen.ts";
import { sent } from "./sent.ts";

export type Queued = QueueSlice["queue"][number];

export const takeBack = async (screen: Screen, { seq }: Queued): Promise<void> => {
  if (!(await sent(screen, { type: "withdraw", queued: seq }))) return;
  const { data } = await firstEvent(screen.desk.place().session, { from: seq, type: "message.queued" });
  const { parts = [] } = data;
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  screen.input.putBack({
    // What was attached is named in the text, and read again when that is sent.
    text: attachedIn(text).typed,
    images: parts.filter((part) => part.type === "image"),
  });
};
