/** An item of the transcript as lines. */
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { drawCall } from "./call.ts";
import type { BesideCall } from "./call-details.ts";
import { drawEnd } from "./end.ts";
import { drawMessage } from "./message.ts";
import { drawNotice } from "./notice.ts";
import { drawReply } from "./reply.ts";
import { drawThinking } from "./thinking.ts";

/** What is known beside an item. */
export interface Beside extends BesideCall {
  /** How long thoughts took, where that is known. */
  readonly thoughtMs?: number | undefined;
}

/** Empty when the item is not shown at all. Between two items that are shown, the caller leaves one line blank where `isApart` says so. */
export const drawItem = (item: TranscriptItem, drawing: Drawing, beside: Beside = {}): Lines => {
  switch (item.kind) {
    case "message":
      return drawMessage(item, drawing);
    case "text":
      return drawReply(item, drawing);
    case "reasoning":
      return drawThinking(item, drawing, beside.thoughtMs);
    case "call":
      return drawCall(item, drawing, beside);
    case "notice":
      return drawNotice(item, drawing);
    case "end":
      return drawEnd(item, drawing);
  }
};

/** Whether a blank line stands between two items that are shown one below the other: not among those that are mostly one line. */
export const isApart = (above: TranscriptItem, below: TranscriptItem): boolean => !(isBrief(above) && isBrief(below));

const isBrief = ({ kind }: TranscriptItem): boolean => kind !== "message" && kind !== "text";
