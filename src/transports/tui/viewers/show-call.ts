/** Shows a call whole: the transcript has only the beginning of a long output, the log has all of it. */
import type { Session } from "../../../contract/runtime.ts";
import { textOf } from "../../../contract/message.ts";
import type { CallItem } from "../../../folds/transcript-item.ts";
import { wholeCall } from "../draw/call-whole.ts";
import { firstEvent } from "../first-event.ts";
import type { Screen } from "../screen.ts";
import { showPieces, viewPieces } from "./show-text.ts";

export const showCall = async (screen: Screen, session: Session, item: CallItem): Promise<void> => {
  const shown = { title: `${item.name} ${item.subject}`.trimEnd(), pieces: wholeCall(await whole(session, item)) };
  await (screen.drawing().plain ? showPieces(screen, shown) : viewPieces(screen, shown));
};

const whole = async (session: Session, item: CallItem): Promise<CallItem> => {
  if (item.state !== "ok" && item.state !== "failed") return item;
  const { data } = await firstEvent(session, {
    from: item.seq,
    type: "call.finished",
    wanted: ({ data: { call } }) => call === item.call,
  });
  return { ...item, output: data.output && textOf(data.output), diff: data.diff };
};
