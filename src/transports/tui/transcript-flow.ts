/** The flow of a transcript: what is finished goes up and is never touched again, what is under way stays below. */
import type { CallItem, TextItem, TranscriptItem } from "../../folds/transcript-item.ts";
import type { Board } from "./board.ts";
import { drawItem } from "./draw/draw-item.ts";
import { stableEnd } from "./draw/stable-end.ts";
import type { Block, Drawing, Lines } from "./drawing.ts";

export interface TranscriptFlow {
  /** What was finished since the last time, in order. */
  readonly finished: (board: Board) => readonly Block[];
  readonly live: (board: Board, drawing: Drawing) => Lines;
}

/** Items before `from` are not shown. */
export const transcriptFlow = (from: number): TranscriptFlow => {
  let next = from;
  // Of the reply that streams: what of its text is above already, and whether its thoughts are.
  let told = "";
  let thought = false;

  const startReply = (): void => {
    told = "";
    thought = false;
  };
  const textBlocks = (item: TextItem): Block[] => {
    const { text = "" } = item;
    if (item.kind === "reasoning") return thought ? [] : [blockOf(item)];
    if (told.startsWith(text) && text !== "") {
      told = told.slice(text.length);
      return [];
    }
    const rest = text.startsWith(told) ? text.slice(told.length) : text;
    startReply();
    return rest.trim() === "" && text !== ""
      ? []
      : [blockOf({ ...item, ...(item.text !== undefined && { text: rest }) })];
  };
  const blocksOf = (item: TranscriptItem): Block[] => {
    if (item.kind === "text" || item.kind === "reasoning") return textBlocks(item);
    if (item.kind === "call" || item.kind === "end") startReply();
    return item.kind === "message" && item.state !== "said" ? [] : [blockOf(item)];
  };
  const streamed = ({ live, transcript }: Board): Block[] => {
    if (!live.text.startsWith(told)) told = "";
    const rest = live.text.slice(told.length);
    const end = stableEnd(rest);
    if (end === 0) return [];
    const item = { seq: -1, at: 0, model: transcript.model ?? "", partial: false } as const;
    const thoughts =
      thought || live.reasoning === "" ? [] : [blockOf({ ...item, kind: "reasoning", text: live.reasoning })];
    thought = true;
    told += rest.slice(0, end);
    return [...thoughts, blockOf({ ...item, kind: "text", text: rest.slice(0, end) })];
  };
  return {
    finished: (board) => {
      const { items } = board.transcript;
      const blocks: Block[] = [];
      for (let item = items[next]; item !== undefined && !isOpen(item, board); item = items[next]) {
        blocks.push(...blocksOf(item));
        next += 1;
      }
      return next === items.length ? [...blocks, ...streamed(board)] : blocks;
    },
    live: (board, drawing) => {
      const { live, transcript } = board;
      const item = { seq: -1, at: 0, model: transcript.model ?? "", partial: false } as const;
      const rest = live.text.startsWith(told) ? live.text.slice(told.length) : live.text;
      return [
        ...transcript.items
          .slice(next)
          .filter((open) => open.kind !== "message" && open.kind !== "notice")
          .flatMap((open) => drawItem(open, drawing, open.kind === "call" ? outputOf(open, board) : undefined)),
        ...(live.reasoning === "" || thought
          ? []
          : drawItem({ ...item, kind: "reasoning", text: live.reasoning }, drawing)),
        ...(rest.trim() === "" ? [] : drawItem({ ...item, kind: "text", text: rest }, drawing)),
      ];
    },
  };
};

const blockOf = (item: TranscriptItem): Block => ({ draw: (drawing) => drawItem(item, drawing) });

const outputOf = ({ call }: CallItem, { live }: Board): { output?: string } => {
  const output = live.outputs.get(call);
  return output === undefined ? {} : { output };
};

/** A call without an outcome, also one that a sub-agent asks about. */
const isOpen = (item: TranscriptItem, { status: { calls, children } }: Board): boolean =>
  item.kind === "call" &&
  !["ok", "failed", "denied"].includes(item.state) &&
  (calls.some(({ id }) => id === item.call) ||
    children.some(({ ask }) => ask?.call === item.call && ask.answer === null));
