/** Anthropic's Messages API, as a server writes it. https://platform.claude.com/docs/en/build-with-claude/streaming */
import type { ServerDialect } from "./dialect.ts";
import type { FullReply } from "./reply.ts";

export const anthropicServer: ServerDialect = {
  base: "",
  path: "/v1/messages",
  frames: (reply) => {
    const { output_tokens, ...input } = usage(reply);
    return [
      frame({ type: "message_start", message: { ...envelope(reply), usage: { ...input, output_tokens: 1 } } }),
      frame({ type: "ping" }),
      ...blocks(reply).flatMap((block, index) => blockFrames(block, index)),
      frame({
        type: "message_delta",
        delta: { stop_reason: stops[reply.stop], stop_sequence: null },
        usage: { output_tokens },
      }),
      frame({ type: "message_stop" }),
    ];
  },
  whole: (reply) => ({
    ...envelope(reply),
    content: blocks(reply).map(({ whole }) => whole),
    stop_reason: stops[reply.stop],
    usage: usage(reply),
  }),
  error: (type, message) => ({ type: "error", error: { type, message }, request_id: "req_loopback" }),
  errorFrame: (type, message) => frame({ type: "error", error: { type, message } }),
  unknownFrames: () => [
    frame({ type: "weather_report", sky: "clear" }),
    frame({ type: "content_block_delta", index: 0, delta: { type: "scent_delta", scent: "rain" } }),
  ],
};

const frame = (event: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const envelope = (reply: FullReply) => ({
  id: `msg_${reply.turn}`,
  type: "message",
  role: "assistant",
  model: reply.model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
});

const stops = { end: "end_turn", calls: "tool_use", max_tokens: "max_tokens", refusal: "refusal" };

const usage = ({ usage: { input, output, cacheRead, cacheWrite } }: FullReply) => ({
  input_tokens: input - cacheRead - cacheWrite,
  cache_creation_input_tokens: cacheWrite,
  cache_read_input_tokens: cacheRead,
  output_tokens: output,
});

/** A content block: how it starts, its deltas, and what it is when it does not stream. */
interface Block {
  readonly start: object;
  readonly deltas: readonly object[];
  readonly whole: object;
}

const blocks = (reply: FullReply): readonly Block[] => [
  ...(reply.reasoning.length > 0 ? [thinking(reply)] : []),
  ...(reply.text.length > 0 ? [text(reply.text)] : []),
  ...reply.calls.map(toolUse),
];

const thinking = ({ reasoning, turn }: FullReply): Block => {
  const signature = `signature-of-turn-${turn}`;
  return {
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      ...reasoning.map((piece) => ({ type: "thinking_delta", thinking: piece })),
      { type: "signature_delta", signature },
    ],
    whole: { type: "thinking", thinking: reasoning.join(""), signature },
  };
};

const text = (pieces: readonly string[]): Block => ({
  start: { type: "text", text: "" },
  deltas: pieces.map((piece) => ({ type: "text_delta", text: piece })),
  whole: { type: "text", text: pieces.join("") },
});

const toolUse = ({ id, name, json }: FullReply["calls"][number]): Block => {
  const start = { type: "tool_use", ...(id === "" ? {} : { id }), name };
  return {
    start: { ...start, input: {} },
    deltas: ["", ...json].map((piece) => ({ type: "input_json_delta", partial_json: piece })),
    whole: { ...start, input: inputOf(json.join("")) },
  };
};

/** Without streaming the API sends an object; text that is not JSON can only be sent as a text. */
const inputOf = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
};

const blockFrames = ({ start, deltas }: Block, index: number): readonly string[] => [
  frame({ type: "content_block_start", index, content_block: start }),
  ...deltas.map((delta) => frame({ type: "content_block_delta", index, delta })),
  frame({ type: "content_block_stop", index }),
];
