/** OpenAI's Chat Completions, as a server writes them. https://platform.openai.com/docs/api-reference/chat-streaming */
import type { ServerDialect } from "./dialect.ts";
import type { FullReply } from "./reply.ts";

export const openaiChatServer: ServerDialect = {
  base: "/v1",
  path: "/chat/completions",
  frames: (reply, body) => [
    delta(reply, { role: "assistant", content: "" }),
    ...reply.reasoning.map((piece) => delta(reply, { reasoning_content: piece })),
    ...reply.text.map((piece) => delta(reply, { content: piece })),
    ...interleaved(reply.calls).map((piece) => delta(reply, { tool_calls: [piece] })),
    frame({ ...chunk(reply), choices: [{ index: 0, delta: {}, finish_reason: stops[reply.stop] }] }),
    ...(asksForUsage(body["stream_options"]) ? [frame({ ...chunk(reply), choices: [], usage: usage(reply) })] : []),
    "data: [DONE]\n\n",
  ],
  whole: (reply) => ({
    ...chunk(reply),
    object: "chat.completion",
    choices: [{ index: 0, message: message(reply), finish_reason: stops[reply.stop] }],
    usage: usage(reply),
  }),
  error: (type, message) => ({ error: { message, type, param: null, code: type } }),
  errorFrame: (type, message) => frame({ error: { message, type, code: type } }),
  unknownFrames: () => [frame({ object: "weather.report", sky: "clear" }), frame({ object: "scent", scent: "rain" })],
};

const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

const chunk = ({ turn, model }: FullReply) => ({
  id: `chatcmpl-${turn}`,
  object: "chat.completion.chunk",
  created: 1_700_000_000,
  model,
});

const delta = (reply: FullReply, said: object): string =>
  frame({ ...chunk(reply), choices: [{ index: 0, delta: said, finish_reason: null }] });

const stops = { end: "stop", calls: "tool_calls", max_tokens: "length", refusal: "content_filter" };

const message = ({ text, reasoning, calls }: FullReply) => ({
  role: "assistant",
  content: text.length > 0 ? text.join("") : null,
  ...(reasoning.length > 0 ? { reasoning_content: reasoning.join("") } : {}),
  ...(calls.length > 0
    ? {
        tool_calls: calls.map(({ id, name, json }) => ({
          ...identity(id),
          function: { name, arguments: json.join("") },
        })),
      }
    : {}),
});

const identity = (id: string) => ({ ...(id === "" ? {} : { id }), type: "function" });

/** All calls begin, then their inputs come in turns: only the index says which piece is whose. */
const interleaved = (calls: FullReply["calls"]): readonly object[] => [
  ...calls.map(({ id, name }, index) => ({ index, ...identity(id), function: { name, arguments: "" } })),
  ...Array.from({ length: Math.max(0, ...calls.map(({ json }) => json.length)) }, (_, turn) =>
    calls.flatMap(({ json }, index) =>
      json[turn] === undefined ? [] : [{ index, function: { arguments: json[turn] } }],
    ),
  ).flat(),
];

const usage = ({ usage: { input, output, cacheRead } }: FullReply) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cacheRead },
});

const asksForUsage = (options: unknown): boolean =>
  typeof options === "object" && options !== null && "include_usage" in options && options.include_usage === true;
