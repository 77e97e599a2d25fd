/** Gemini's generateContent, as a server writes it. https://ai.google.dev/api/generate-content */
import type { RequestBody, ServerDialect } from "./dialect.ts";
import type { FullReply } from "./reply.ts";

export const geminiServer: ServerDialect = {
  base: "/v1beta",
  path: "/models",
  read: (path, body) => {
    const [, model, method] = /^\/v1beta\/models\/([^/:]+):(\w+)(?:\?alt=sse)?$/.exec(path) ?? [];
    if (model === undefined) return undefined;
    return { ...body, model, stream: method === "streamGenerateContent", messages: turns(body) };
  },
  frames: (reply) => [
    ...partsOf(reply, true).map((part) => frame({ ...envelope(reply), candidates: [candidate([part])] })),
    frame(last(reply, [])),
  ],
  whole: (reply) => last(reply, partsOf(reply, false)),
  error: (type, message) => ({ error: errorOf(type, message) }),
  errorFrame: (type, message) => frame({ error: errorOf(type, message) }),
  unknownFrames: () => [frame({ weatherReport: "clear" }), frame({ candidates: [candidate([{ scent: "rain" }])] })],
};

const frame = (event: object): string => `data: ${JSON.stringify(event)}\r\n\r\n`;

const turns = ({ contents }: RequestBody): RequestBody["messages"] =>
  (contents as { role: string }[]).map(({ role }) => ({ role: role === "model" ? "assistant" : role }));

const envelope = ({ model, turn }: FullReply) => ({ modelVersion: model, responseId: `response-${turn}` });

const candidate = (parts: readonly object[], more: object = {}): object => ({
  content: { role: "model", parts },
  index: 0,
  ...more,
});

const reasons = { end: "STOP", calls: "STOP", max_tokens: "MAX_TOKENS", refusal: "SAFETY" };

const last = (reply: FullReply, parts: readonly object[]): object => ({
  ...envelope(reply),
  candidates: [
    isBroken(reply)
      ? { finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "Malformed function call", index: 0 }
      : candidate(parts, { finishReason: reasons[reply.stop] }),
  ],
  usageMetadata: {
    promptTokenCount: reply.usage.input,
    cachedContentTokenCount: reply.usage.cacheRead,
    candidatesTokenCount: reply.usage.output - 1,
    thoughtsTokenCount: 1,
    totalTokenCount: reply.usage.input + reply.usage.output,
  },
});

/** Pieces of a text, and whole calls. The first call is signed, as is the end of a text without calls. */
const partsOf = (reply: FullReply, streamed: boolean): readonly object[] => {
  const { reasoning, text, calls, turn } = reply;
  if (isBroken(reply)) return [];
  const pieces = (texts: readonly string[]): readonly string[] => (streamed ? texts : [texts.join("")].filter(Boolean));
  const thoughtSignature = `signature-of-turn-${turn}`;
  return [
    ...pieces(reasoning).map((piece) => ({ text: piece, thought: true })),
    ...pieces(text).map((piece) => ({ text: piece })),
    ...(calls.length === 0 && text.length > 0 ? [{ text: "", thoughtSignature }] : []),
    ...calls.map((call, index) =>
      index === 0 ? { functionCall: callOf(call), thoughtSignature } : { functionCall: callOf(call) },
    ),
  ];
};

const callOf = ({ id, name, json }: FullReply["calls"][number]): object => ({
  ...(id === "" ? {} : { id }),
  name,
  ...argumentsOf(json.join("")),
});

const argumentsOf = (json: string): object => (json === "" ? {} : { args: JSON.parse(json) as unknown });

const isBroken = ({ calls }: FullReply): boolean => calls.some(({ json }) => !isJson(json.join("") || "{}"));

const isJson = (json: string): boolean => {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
};

const errors: Readonly<Record<string, readonly [number, string]>> = {
  rate_limit_error: [429, "RESOURCE_EXHAUSTED"],
  insufficient_quota: [429, "RESOURCE_EXHAUSTED"],
  overloaded_error: [503, "UNAVAILABLE"],
  authentication_error: [401, "UNAUTHENTICATED"],
  permission_error: [403, "PERMISSION_DENIED"],
  invalid_request_error: [400, "INVALID_ARGUMENT"],
  not_found_error: [404, "NOT_FOUND"],
};

const errorOf = (type: string, message: string): object => {
  const [code, status] = errors[type] ?? [500, "INTERNAL"];
  const violations = [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }];
  const details = [{ "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations }];
  return { code, message, status, ...(type === "insufficient_quota" ? { details } : {}) };
};
