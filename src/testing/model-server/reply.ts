/** What the loopback model server is told to answer, in words of no dialect. */

/** One answer. What is absent is not said; usage is estimated at four characters a token. */
export interface Reply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ReplyCall[];
  readonly stop?: "end" | "calls" | "max_tokens" | "refusal";
  readonly usage?: ReplyUsage;
  /** Characters of a streamed piece, 16 when absent. */
  readonly pieceChars?: number;
  /** Wait before the head, and between the frames of a stream. */
  readonly delayMs?: number;
  /** Bytes written to the socket at once, so that characters and frames are split; a whole frame when absent. */
  readonly writeBytes?: number;
  readonly fault?: Fault;
}

/** `json` is sent in place of the input's own JSON. Ids are `call_<turn>_<index>` when absent; an empty one is left out. */
export interface ReplyCall {
  readonly name: string;
  readonly input?: unknown;
  readonly id?: string;
  readonly json?: string;
}

/** Tokens; `input` counts all of it, also what a cache held. */
export interface ReplyUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** What goes wrong. Bytes are counted from the start of the body, frames from the start of the stream. */
export type Fault =
  /** An error status; the body is the dialect's error unless it is given. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The connection is cut. */
  | { readonly kind: "cut"; readonly afterBytes: number }
  /** Nothing more is sent, and the connection stays open; without a number not even the head is sent. */
  | { readonly kind: "stall"; readonly afterBytes?: number }
  /** An error in the middle of the stream. */
  | { readonly kind: "error"; readonly afterFrames: number; readonly type: string; readonly message: string }
  /** Text that is not JSON in place of a frame, or of a whole body. */
  | { readonly kind: "garbage"; readonly afterFrames: number }
  /** Events that no client knows, before and between the others. */
  | { readonly kind: "unknown-events" };

/** A reply with everything decided. */
export interface FullReply {
  readonly reasoning: readonly string[];
  readonly text: readonly string[];
  readonly calls: readonly { readonly id: string; readonly name: string; readonly json: readonly string[] }[];
  readonly stop: NonNullable<Reply["stop"]>;
  readonly usage: Required<ReplyUsage>;
  readonly model: string;
  readonly turn: number;
}

/** Texts become the pieces they are streamed in. */
export const fullReply = (reply: Reply, asked: { model: string; turn: number; chars: number }): FullReply => {
  const size = reply.pieceChars ?? 16;
  const calls = (reply.calls ?? []).map((call, index) => ({
    id: call.id ?? `call_${asked.turn}_${index}`,
    name: call.name,
    json: pieces(call.json ?? JSON.stringify(call.input ?? {}), size),
  }));
  const said = (reply.reasoning ?? "") + (reply.text ?? "") + JSON.stringify(reply.calls ?? "");
  const estimate = { input: Math.ceil(asked.chars / 4), output: Math.ceil(said.length / 4) };
  return {
    reasoning: pieces(reply.reasoning ?? "", size),
    text: pieces(reply.text ?? "", size),
    calls,
    stop: reply.stop ?? (calls.length > 0 ? "calls" : "end"),
    usage: { cacheRead: 0, cacheWrite: 0, ...estimate, ...reply.usage },
    model: asked.model,
    turn: asked.turn,
  };
};

const pieces = (text: string, size: number): readonly string[] => {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
};
