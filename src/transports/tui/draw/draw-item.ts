/** An item of the transcript as lines. */
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { flow } from "./flow.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

/** What is live beside an item. */
export interface Beside {
  /** The end of what a running call has put out. */
  readonly output?: string | undefined;
}

/** Empty when the item is not shown at all. Between two items that are shown, the caller leaves one line blank where `isApart` says so. */
export const drawItem = (item: TranscriptItem, drawing: Drawing, _live: Beside = {}): Lines => {
  const text =
    item.kind === "call" ? `${item.name} ${item.subject}` : item.kind === "end" ? item.state : (item.text ?? "");
  return flow([words("text", text)], drawing, { first: [span("dim", "  ")], rest: [] });
};

/** Whether a blank line stands between two items that follow each other: not within a group of calls or of notices. */
export const isApart = (above: TranscriptItem, below: TranscriptItem): boolean => above.kind !== below.kind;
