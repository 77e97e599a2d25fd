/** The flow of a transcript: what is finished goes up and is never touched again, what is under way stays below. */
import type { CallItem, TextItem, TranscriptItem } from "../../../folds/transcript-item.ts";
import type { Board } from "./board.ts";
import { drawItem } from "../draw/draw-item.ts";
import { isDetail } from "../draw/notice.ts";
import { spaced } from "../draw/spaced.ts";
import { drawLiveThinking } from "../draw/thinking.ts";
import { thinkingTime } from "./thinking-time.ts";
import { growing } from "../draw/growing.ts";
import type { Block, Drawing, Lines } from "../drawing.ts";

/** A finished item, or the part of a reply that is finished. */
export interface ItemBlock extends Block {
  readonly item: TranscriptItem;
}

export interface TranscriptFlow {
  /** What was finished since the last time, in order. */
  readonly finished: (board: Board) => readonly ItemBlock[];
  /** Index of the first item that was not finished yet. */
  readonly next: () => number;
  /** `asked` is a call that stands before the person already. */
  readonly live: (board: Board, drawing: Drawing, asked?: string) => Lines;
}

/** Items before `from` are not shown. `now`: milliseconds since 1970. */
export const transcriptFlow = (from: number, now: () => number): TranscriptFlow => {
  let next = from;
  let above: TranscriptItem | undefined;
  // Of the reply that streams: what of its text is above already, and whether its thoughts are.
  let told = "";
  let thought = false;
  let reply = growing();
  const thinking = thinkingTime(now);

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
  const block = (item: TranscriptItem): ItemBlock => {
    const before = above;
    if (item.kind !== "notice" || !isDetail(item)) above = item;
    const thoughtMs = item.kind === "reasoning" ? thinking.take(item.seq < 0 ? undefined : item.seq) : undefined;
    return { item, draw: (drawing) => spaced(before, item, drawItem(item, drawing, { thoughtMs })) };
  };
  const streamed = (board: Board): TranscriptItem[] => {
    const { text, reasoning } = streaming(board);
    if (!text.startsWith(told)) startReply();
    const more = reply.finished(text);
    if (more === "") return [];
    told += more;
    const thoughts = thought || reasoning === "" ? [] : [liveItem("reasoning", reasoning, board)];
    thought = true;
    return [...thoughts, liveItem("text", more, board)];
  };
  return {
    finished: (board) => {
      thinking.hear(board.live.reply);
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
    next: () => next,
    live: (board, drawing, asked) => {
      const { live, transcript } = board;
      const calls = transcript.items.slice(next).filter((item): item is CallItem => item.kind === "call");
      const lines = calls
        .filter(({ call }) => call !== asked)
        .flatMap((item, index) => {
          const output = live.outputs.get(item.call);
          return spaced(calls[index - 1] ?? above, item, drawItem(item, drawing, { output }));
        });
      const { text, reasoning } = streaming(board);
      if (text !== "") lines.push(...spaced(above, liveItem("text", text, board), reply.draw(drawing, liveRows)));
      else if (reasoning !== "") {
        const item = liveItem("reasoning", reasoning, board);
        const began = thinking.began();
        const ms = began === undefined ? undefined : drawing.now - began;
        lines.push(...spaced(above, item, drawLiveThinking(reasoning, ms, drawing)));
      }
      return lines;
    },
  };
};

/** So many lines of a reply that streams and is not finished are drawn at most; a terminal has fewer. */
const liveRows = 100;

/** What streams of a reply that is not in the log yet. */
const streaming = ({ live: { reply }, status }: Board): { readonly text: string; readonly reasoning: string } =>
  status.reply === "asked" && status.asked === reply.asked ? reply : { text: "", reasoning: "" };

const liveItem = (kind: TextItem["kind"], text: string, { transcript }: Board): TextItem => ({
  kind,
  seq: -1,
  at: 0,
  model: transcript.model ?? "",
  text,
  partial: false,
});

/** A call without an outcome, also one that a sub-agent asks about. */
const isOpen = (item: TranscriptItem, { status: { calls, children } }: Board): boolean =>
  item.kind === "call" &&
  !["ok", "failed", "denied"].includes(item.state) &&
  (calls.some(({ id }) => id === item.call) ||
    children.some(({ ask }) => ask?.call === item.call && ask.answer === null));
