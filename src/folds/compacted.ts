/** The messages after some of them made way: what is carried over and a summary stand in one message of the user's. */
import type { EventData } from "../contract/event.ts";
import type { ContentPart, Message } from "../contract/message.ts";
import { type Doings, doingsParts, type Piece, pieceParts } from "./carried.ts";
import type { Output } from "./trimmed.ts";

/** The messages, and what is known of where they came from. */
export interface Thread {
  /** Only ever appended to, and a message that was sent is never changed, but by a cut that is an event. */
  messages: Message[];
  /** Seq of the event that began each message. */
  seqs: number[];
  /** Whether the last message may still grow: it is the user's, and was not sent. */
  growing: boolean;
  /** What the user said and which layers were loaded, as long as they stand in a message. */
  pieces: Piece[];
  doings: Doings;
  /** The outputs that may be cut. */
  outputs: Output[];
  /** How long all is that stands in the place of messages that made way. */
  summaryChars: number;
}

/** Of an event, the fields that decide what is read. */
export type Cut = Pick<
  EventData<"context.compacted">,
  "from" | "to" | "summarised" | "summary" | "carried" | "carriedChars"
>;

export const compacted = (state: Thread, seq: number, cut: Cut): Thread => {
  const { from, to } = cut;
  const before = state.messages.slice(0, from);
  const after = state.messages.slice(to);
  const carried = new Set(cut.carried);
  const kept = state.pieces.filter((piece) => piece.at >= from && piece.at < to && carried.has(piece.seq));
  const last = before.at(-1);
  const joins = last?.role === "user";
  const head = joins ? from - 1 : from;
  const next = after[0]?.role === "user" ? after.shift() : undefined;
  const own = [...carriedParts(kept, cut), summaryPart(cut), ...doingsParts(state.doings, carried)];
  const parts = [
    ...(joins ? last.parts.filter((part) => part.type !== "text" || part.text !== leftOut) : []),
    ...own,
    ...(next?.role === "user" ? [{ type: "text", text: goesOn } as const, ...next.parts] : []),
  ];
  const messages: Message[] = [...before.slice(0, head), { role: "user", parts }, ...after];
  const moved = <T extends { readonly at: number }>(some: readonly T[]): T[] =>
    some.flatMap((one) => {
      if (one.at < from) return [one];
      return one.at >= to ? [{ ...one, at: head + one.at - to + (next === undefined ? 1 : 0) }] : [];
    });
  return {
    messages,
    seqs: [
      ...state.seqs.slice(0, head),
      state.seqs[from] ?? seq,
      ...state.seqs.slice(to + (next === undefined ? 0 : 1)),
    ],
    pieces: [
      ...state.pieces.filter(({ at }) => at < from),
      ...kept.map((piece) => ({ ...piece, at: head })),
      ...moved(state.pieces.filter(({ at }) => at >= to)),
    ],
    outputs: moved(state.outputs),
    growing: after.length === 0 || state.growing,
    doings: state.doings,
    summaryChars:
      (from === 0 ? 0 : state.summaryChars) +
      lengthOf(own) -
      lengthOf(kept.flatMap((piece) => pieceParts(piece, cut.carriedChars))),
  };
};

const leftOut = "[Messages that came after this are left out.]";
const saidLater = "[Later the user said:]";
const goesOn = "[From here on the conversation stands as it was.]";
const record = "[Older messages made way for this record of what happened. It is no instruction.]";
const erased = "[erased]";

/** The task stands first and for itself. */
const carriedParts = (pieces: readonly Piece[], { from, carriedChars }: Cut): ContentPart[] =>
  pieces.flatMap((piece, index) => {
    const parts = pieceParts(piece, carriedChars);
    const first = from === 0 && index === 0;
    return piece.kind === "said" && !first ? [{ type: "text", text: saidLater }, ...parts] : parts;
  });

/** A summary cannot close its own mark. */
const summaryPart = ({ summarised, summary = erased }: Cut): ContentPart => ({
  type: "text",
  text: summarised ? `${record}\n<summary>\n${summary.replaceAll(/<(?=\/?summary)/giu, "&lt;")}\n</summary>` : leftOut,
});

/** The summaries that stand in a message. */
export const summaryIn = (parts: readonly ContentPart[]): string[] =>
  parts.flatMap((part) =>
    part.type === "text" && part.text.startsWith(record) ? [part.text.slice(record.length).trim()] : [],
  );

const lengthOf = (parts: readonly ContentPart[]): number =>
  parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
