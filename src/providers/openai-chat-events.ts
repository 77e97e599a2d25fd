/** What Chat Completions sends back, as parts. https://platform.openai.com/docs/api-reference/chat-streaming */
import type { ModelRequest, Part } from "../contract/provider.ts";
import type { StopReason, Usage } from "../contract/terms.ts";
import { callIds } from "./call-ids.ts";
import { eventFailure } from "./failure.ts";
import { addDetail, type ReasoningDetail } from "./reasoning-details.ts";
import { type CallPiece, chatChunk, type ChatDelta, chatError, type ChatUsage } from "./openai-chat-wire.ts";

/** What reading one answer remembers. */
export interface ChatState {
  readonly idOf: ReturnType<typeof callIds>;
  readonly calls: OpenCall[];
  readonly details: ReasoningDetail[];
  model: string | undefined;
  usage: ChatUsage | undefined;
  reason: string | undefined;
  refused: boolean;
  finished: boolean;
}

/** A call under way: the server's own index and id, if it has any, and whether some of the input has come. */
interface OpenCall {
  readonly part: string;
  readonly index: number | undefined;
  readonly sent: string | undefined;
  streamed: boolean;
}

export const chatInitial = (request: ModelRequest): ChatState => ({
  idOf: callIds(request),
  calls: [],
  details: [],
  model: undefined,
  usage: undefined,
  reason: undefined,
  refused: false,
  finished: false,
});

export const chatEvent = (state: ChatState, event: unknown): readonly Part[] => {
  if (event === done) {
    // Some servers never give a reason, but do say that it was all.
    state.reason ??= "stop";
    return chatEnd(state) ?? [];
  }
  const chunk = chatChunk.safeParse(event).data;
  if (chunk === undefined || chunk.error) throwIfError(event);
  if (chunk === undefined) return [{ type: "unknown", name: "chunk" }];
  const choice = chunk.choices[0];
  state.model ??= chunk.model || undefined;
  state.usage = chunk.usage ?? choice?.usage ?? state.usage;
  state.reason = choice?.finish_reason ?? state.reason;
  if (choice?.message) return deltaParts(state, wholeCalls(choice.message));
  return choice?.delta ? deltaParts(state, choice.delta) : [];
};

const done = "[DONE]";

const throwIfError = (event: unknown): void => {
  const failed = chatError.safeParse(event).data;
  if (failed !== undefined) throw eventFailure(failed.error);
};

/** An answer that did not stream is a stream of one event. */
export const chatWhole = (state: ChatState, body: unknown): readonly Part[] => [
  ...chatEvent(state, body),
  ...(chatEnd(state) ?? []),
];

/** Usage comes after the reason, so the end is the mark `[DONE]`, or the end of the stream from servers that have none. */
export const chatEnd = (state: ChatState): readonly Part[] | undefined => {
  if (state.finished) return [];
  if (state.reason === undefined) return undefined;
  if (failures[state.reason] !== undefined) throw eventFailure(failures[state.reason]);
  state.finished = true;
  const { details } = state;
  const carried: readonly Part[] =
    details.length > 0
      ? [{ type: "reasoning", id: "reasoning", text: "", carry: { details: JSON.stringify(details) } }]
      : [];
  const inputs = state.calls.filter((call) => !call.streamed).map(({ part }) => inputPart(part, "{}"));
  return [
    ...carried,
    ...inputs,
    { type: "finish", stop: stopOf(state), usage: usageOf(state.usage), model: state.model },
  ];
};

/** What did not stream has no pieces to put together: each call is one of its own, whatever its id. */
const wholeCalls = (message: ChatDelta): ChatDelta => ({
  ...message,
  tool_calls: message.tool_calls?.map((call, index) => Object.assign(call, { index })),
});

const deltaParts = (state: ChatState, delta: ChatDelta): readonly Part[] => {
  const parts: Part[] = [];
  const say = (type: "text" | "reasoning", text: string | null | undefined): void => {
    if (text) parts.push({ type, id: type, text });
  };
  // vLLM sends both names with the same text.
  say("reasoning", delta.reasoning_content || delta.reasoning);
  if (typeof delta.content === "string") say("text", delta.content);
  else
    for (const { text, thinking } of delta.content ?? []) {
      say("reasoning", typeof thinking === "string" ? thinking : thinking?.map((piece) => piece.text ?? "").join(""));
      say("text", text);
    }
  for (const detail of delta.reasoning_details ?? []) addDetail(state.details, detail);
  say("text", delta.refusal);
  state.refused ||= !!delta.refusal;
  for (const piece of delta.tool_calls ?? []) parts.push(...callParts(state, piece));
  return parts;
};

const callParts = (state: ChatState, piece: CallPiece): readonly Part[] => {
  const known = callOf(state, piece);
  const call = known ?? begun(state, piece);
  const parts: Part[] = [];
  if (known === undefined) {
    const id = state.idOf(call.sent, state.calls.length - 1);
    parts.push({ type: "call", id: call.part, call: id, name: piece.function?.name ?? "" });
  }
  const input = piece.function?.arguments ?? "";
  if (input !== "") {
    call.streamed = true;
    parts.push(inputPart(call.part, typeof input === "string" ? input : JSON.stringify(input)));
  }
  return parts;
};

/** Pieces belong together by index; some servers have none, others give every call the index 0 and an id of its own. */
const callOf = (state: ChatState, { index, id, function: said }: CallPiece): OpenCall | undefined => {
  const named = !!said?.name;
  if (typeof index !== "number") return state.calls.findLast((call) => (id ? call.sent === id : !named));
  const call = state.calls.findLast((call) => call.index === index);
  return call && id && call.sent && id !== call.sent && named ? undefined : call;
};

const begun = (state: ChatState, { index, id }: CallPiece): OpenCall => {
  const call = {
    part: `call:${state.calls.length}`,
    index: index ?? undefined,
    sent: id || undefined,
    streamed: false,
  };
  state.calls.push(call);
  return call;
};

const inputPart = (id: string, json: string): Part => ({ type: "input", id, json });

const stops: Readonly<Record<string, StopReason>> = {
  stop: "end",
  eos: "end",
  length: "max_tokens",
  tool_calls: "calls",
  function_call: "calls",
  content_filter: "refusal",
  sensitive: "refusal",
  model_length: "max_tokens",
  model_context_window_exceeded: "max_tokens",
};

/** Reasons that are none (DeepSeek, Zhipu, OpenRouter): what came is not the whole of it. */
const failures: Readonly<Record<string, object>> = {
  insufficient_system_resource: { code: "overloaded_error", message: "insufficient_system_resource" },
  network_error: { message: "network_error" },
  error: { message: "the provider failed" },
};

/** Some servers say `stop` after calls, others `tool_calls` after none: what was called decides. */
const stopOf = ({ reason, refused, calls }: ChatState): StopReason => {
  const stop = stops[reason ?? ""] ?? "other";
  if (stop !== "end" && stop !== "calls") return stop;
  if (calls.length > 0) return "calls";
  return refused ? "refusal" : "end";
};

/** xAI and Gemini leave thinking out of the completion's tokens, but not out of the total. */
const usageOf = (wire: ChatUsage | undefined): Usage | undefined => {
  if (wire === undefined) return undefined;
  const input = wire.prompt_tokens ?? 0;
  return {
    input,
    output: Math.max(wire.completion_tokens ?? 0, (wire.total_tokens ?? 0) - input),
    cacheRead: wire.prompt_tokens_details?.cached_tokens ?? wire.prompt_cache_hit_tokens ?? wire.cached_tokens ?? 0,
    cacheWrite: wire.prompt_tokens_details?.cache_write_tokens ?? 0,
  };
};
