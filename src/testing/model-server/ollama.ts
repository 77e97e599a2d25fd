/** Ollama's own /api/chat, as a server writes it. https://docs.ollama.com/api/chat */
import type { ServerDialect } from "./dialect.ts";
import type { FullReply } from "./reply.ts";

export const ollamaServer: ServerDialect = {
  base: "",
  path: "/api/chat",
  streamType: "application/x-ndjson",
  read: (path, body) => (path === "/api/chat" ? { ...body, stream: body.stream ?? true } : undefined),
  aside: (path) =>
    path === "/api/show"
      ? {
          capabilities: ["completion", "tools", "thinking", "vision"],
          model_info: { "general.architecture": "hull", "hull.context_length": 40_960 },
        }
      : undefined,
  frames: (reply) => [
    ...messages(reply).map((message) => line({ ...envelope(reply), message: said(message), done: false })),
    ...(broken(reply) === undefined ? [line(final(reply, {}))] : [line({ error: broken(reply) })]),
  ],
  whole: (reply) => {
    if (broken(reply) !== undefined) return { error: broken(reply) };
    const { reasoning, text, calls } = reply;
    return final(reply, {
      content: text.join(""),
      ...(reasoning.length > 0 ? { thinking: reasoning.join("") } : {}),
      ...(calls.length > 0 ? { tool_calls: calls.map(toolCall) } : {}),
    });
  },
  error: (type, message) => ({ error: words(type, message) }),
  errorFrame: (type, message) => line({ error: words(type, message) }),
  unknownFrames: () => [line({ weather_report: "clear" }), line({ scent: "rain" })],
};

const line = (event: object): string => `${JSON.stringify(event)}\n`;

const envelope = ({ model }: FullReply) => ({ model, created_at: "2026-11-21T12:00:00.000000000Z" });

const said = (message: object): object => ({ role: "assistant", content: "", ...message });

/** Tokens come one by one, calls whole. */
const messages = (reply: FullReply): readonly object[] => [
  ...reply.reasoning.flatMap(halves).map((thinking) => ({ thinking })),
  ...reply.text.flatMap(halves).map((content) => ({ content })),
  ...(broken(reply) === undefined ? reply.calls.map((call) => ({ tool_calls: [toolCall(call)] })) : []),
];

const halves = (text: string): readonly string[] => {
  const characters = Array.from(text);
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle).join(""), characters.slice(middle).join("")].filter(Boolean);
};

const toolCall = ({ id, name, json }: FullReply["calls"][number], index = 0): object => ({
  ...(id === "" ? {} : { id }),
  function: { index, name, arguments: JSON.parse(json.join("") || "{}") as unknown },
});

const reasons = { end: "stop", calls: "stop", max_tokens: "length", refusal: "stop" };

const final = (reply: FullReply, message: object): object => ({
  ...envelope(reply),
  message: said(message),
  done: true,
  done_reason: reasons[reply.stop],
  total_duration: 5_000_000,
  prompt_eval_count: reply.usage.input,
  eval_count: reply.usage.output,
});

/** The server reads what the model called, and says so when it cannot. */
const broken = ({ calls }: FullReply): string | undefined => {
  for (const { json } of calls) {
    const raw = json.join("");
    try {
      JSON.parse(raw || "{}");
    } catch {
      return `error parsing tool call: raw='${raw}', err=unexpected end of JSON input`;
    }
  }
  return undefined;
};

/** Errors have no names here. */
const words = (type: string, message: string): string => {
  if (type === "overloaded_error")
    return `server busy, please try again.  maximum pending requests exceeded: ${message}`;
  if (type === "insufficient_quota") return "you have reached your weekly usage limit, upgrade for higher limits";
  return message;
};
