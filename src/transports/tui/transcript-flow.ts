/** The flow of a transcript: what is finished goes up and is never touched again, what is under way stays below. */
import type { CallItem, TextItem, TranscriptItem } from "../../folds/transcript-item.ts";
import type { Board } from "./board.ts";
import { drawItem } from "./draw/draw-item.ts";
import { spaced } from "./draw/spaced.ts";
import { drawLiveThinking } from "./draw/thinking.ts";
import { growing } from "./draw/growing.ts";
import type { Block, Drawing, Lines } from "./drawing.ts";

export interface TranscriptFlow {
  /** What was finished since the last time, in order. */
  readonly finished: (board: Board) => readonly Block[];
  /** `asked` is a call that stands before the person already. */
  readonly live: (board: Board, drawing: Drawing, asked?: string) => Lines;
}

/** Items before `from` are not shown. */
export const transcriptFlow = (from: number): TranscriptFlow => {
  let next = from;
  let above: TranscriptItem | undefined;
  // Of the reply that streams: what of its text is above already, and whether its thoughts are.
  let told = "";
  let thought = false;
  let reply = growing();

  const startReply = (): void => {
    told = "";
    thought = false;
    reply = growing();
  };
  /** What of an item is not above already. */
  const restOf = (item: TranscriptItem): TranscriptItem | undefined => {
    if (item.kind === "call" || item.kind === "end") startReply();
    if (item.kind === "message") return item.state === "said" ? item : undefined;
    if (item.kind === "reasoning") return thought ? undefined : item;
    return item.kind === "text" ? restOfText(item) : item;
  };
  const restOfText = (item: TextItem): TextItem | undefined => {
    const { text } = item;
    if (text === undefined) return item;
    if (told.startsWith(text)) {
      told = told.slice(text.length);
      return undefined;
    }
    const rest = text.startsWith(told) ? text.slice(told.length) : text;
    startReply();
    return rest.trim() === "" ? undefined : { ...item, text: rest };
  };
  const block = (item: TranscriptItem): Block => {
    const before = above;
    if (item.kind !== "notice" || item.level !== "detail") above = item;
    return { draw: (drawing) => spaced(before, item, drawItem(item, drawing)) };
  };
  const streamed = (board: Board): TranscriptItem[] => {
    const { live, transcript } = board;
    if (isWhole(board)) return [];
    if (!live.text.startsWith(told)) startReply();
    const text = reply.finished(live.text);
    if (text === "") return [];
    told += text;
    const thoughts = thought || live.reasoning === "" ? [] : [liveItem("reasoning", live.reasoning, transcript)];
    thought = true;
    return [...thoughts, liveItem("text", text, transcript)];
  };
  return {
    finished: (board) => {
      const { items } = board.transcript;
      const done: TranscriptItem[] = [];
      for (let item = items[next]; item !== undefined && !isOpen(item, board); item = items[next]) {
        const rest = restOf(item);
        if (rest !== undefined) done.push(rest);
        next += 1;
      }
      if (next === items.length) done.push(...streamed(board));
      return done.map(block);
    },
    live: (board, drawing, asked) => {
      const { live, transcript } = board;
      const calls = transcript.items.slice(next).filter((item): item is CallItem => item.kind === "call");
      const lines = calls
        .filter(({ call }) => call !== asked)
        .flatMap((item, index) => {
          const output = live.outputs.get(item.call);
          return spaced(calls[index - 1] ?? above, item, drawItem(item, drawing, { output }));
        });
      if (isWhole(board)) return lines;
      if (live.text !== "") {
        const item = liveItem("text", live.text, transcript);
        lines.push(...spaced(above, item, reply.draw(drawing, liveRows)));
      } else if (live.reasoning !== "") {
        const item = liveItem("reasoning", live.reasoning, transcript);
        lines.push(...spaced(above, item, drawLiveThinking(live.reasoning, undefined, drawing)));
      }
      return lines;
    },
  };
};

/** So many lines of a reply that streams and is not finished are drawn at most; a terminal has fewer. */
const liveRows = 100;

const liveItem = (kind: TextItem["kind"], text: string, { model = "" }: Board["transcript"]): TextItem => ({
  kind,
  seq: -1,
  at: 0,
  model,
  text,
  partial: false,
});

/** Whether what streamed stands in the transcript already: that is ahead of the events that are heard. */
const isWhole = ({ live: { seq }, transcript: { items } }: Board): boolean => {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item === undefined || item.seq < seq) return false;
    if (item.kind === "text" || item.kind === "reasoning" || item.kind === "end") return true;
  }
  return false;
};

/** A call without an outcome, also one that a sub-agent asks about. */
const isOpen = (item: TranscriptItem, { status: { calls, children } }: Board): boolean =>
  item.kind === "call" &&
  !["ok", "failed", "denied"].includes(item.state) &&
  (calls.some(({ id }) => id === item.call) ||
    children.some(({ ask }) => ask?.call === item.call && ask.answer === null));
