/** What a model of the AI SDK says, as parts. */
import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { ProviderError } from "../contract/error.ts";
import type { ModelRequest, Part } from "../contract/provider.ts";
import type { StopReason, Usage } from "../contract/terms.ts";
import { aiSdkFailure } from "./ai-sdk-failure.ts";
import { callIds } from "./call-ids.ts";

/** What reading one answer remembers. Texts, thinking and calls under way stand under the ids that the model gave them. */
export interface AiSdkState {
  readonly idOf: ReturnType<typeof callIds>;
  readonly open: Map<string, string>;
  readonly calls: Map<string, OpenCall>;
  parts: number;
  called: number;
  model: string | undefined;
}

/** A call under way and what has come of its input. */
interface OpenCall {
  readonly part: Extract<Part, { type: "call" }>;
  json: string;
}

export const aiSdkInitial = (request: ModelRequest): AiSdkState => ({
  idOf: callIds(request),
  open: new Map(),
  calls: new Map(),
  parts: 0,
  called: 0,
  model: undefined,
});

type Metadata = { readonly providerMetadata?: Readonly<Record<string, unknown>> | undefined };

export const aiSdkPart = (state: AiSdkState, part: LanguageModelV4StreamPart): readonly Part[] => {
  switch (part.type) {
    case "text-start":
    case "reasoning-start":
      state.open.set(`${kindOf(part.type)} ${part.id}`, String(state.parts++));
      return said(state, part, "");
    case "text-delta":
    case "reasoning-delta":
      return said(state, part, part.delta);
    case "text-end":
    case "reasoning-end":
      return said(state, part, "");
    case "tool-input-start":
      return part.providerExecuted ? [] : [begin(state, part.id, part.toolName, part)];
    case "tool-input-delta":
      return grow(state, part.id, part.delta);
    case "tool-call":
      return part.providerExecuted ? [{ type: "unknown", name: `tool-call:${part.toolName}` }] : called(state, part);
    case "finish":
      return [finish(state, part.finishReason, part.usage)];
    case "error":
      throw aiSdkFailure(part.error);
    case "response-metadata":
      state.model = part.modelId ?? state.model;
      return [];
    case "stream-start":
    case "tool-input-end":
    case "ping":
    case "raw":
      return [];
    default:
      return [{ type: "unknown", name: (part as { type: string }).type }];
  }
};

/** An answer that did not stream is a stream of whole parts. */
export const aiSdkWhole = (state: AiSdkState, result: LanguageModelV4GenerateResult): readonly Part[] => {
  state.model = result.response?.modelId;
  const parts = result.content.flatMap((content, index) => contentParts(state, content, String(index)));
  return [...parts, finish(state, result.finishReason, result.usage)];
};

const contentParts = (state: AiSdkState, content: LanguageModelV4Content, id: string): readonly Part[] => {
  if (content.type !== "text" && content.type !== "reasoning") return aiSdkPart(state, content);
  return [{ type: content.type, id, text: content.text, ...carried(content) }];
};

const kindOf = (type: string): "text" | "reasoning" => (type.startsWith("text") ? "text" : "reasoning");

const said = (state: AiSdkState, part: Metadata & { type: string; id: string }, text: string): readonly Part[] => {
  const kind = kindOf(part.type);
  const key = `${kind} ${part.id}`;
  const id = state.open.get(key) ?? String(state.parts++);
  state.open.set(key, id);
  const carry = carried(part);
  return text === "" && carry.carry === undefined ? [] : [{ type: kind, id, text, ...carry }];
};

/** The latest word on a part replaces the one before. */
const carried = ({ providerMetadata: metadata }: Metadata): { readonly carry?: Readonly<Record<string, string>> } =>
  metadata === undefined || Object.keys(metadata).length === 0 ? {} : { carry: { metadata: JSON.stringify(metadata) } };

const begin = (state: AiSdkState, sent: string, name: string, metadata: Metadata): Part => {
  const id = `call:${state.called}`;
  const part = { type: "call", id, call: state.idOf(sent || undefined, state.called++), name } as const;
  state.calls.set(sent, { part, json: "" });
  return { ...part, ...carried(metadata) };
};

const grow = (state: AiSdkState, sent: string, json: string): readonly Part[] => {
  const call = state.calls.get(sent);
  if (call === undefined || json === "") return [];
  call.json += json;
  return [{ type: "input", id: call.part.id, json }];
};

/** The whole call repeats the pieces of it, where there were any; some metadata comes with it only. */
const called = (
  state: AiSdkState,
  part: Extract<LanguageModelV4StreamPart, { type: "tool-call" }>,
): readonly Part[] => {
  const known = state.calls.get(part.toolCallId);
  const streamed = known?.json ?? "";
  const call =
    known === undefined ? begin(state, part.toolCallId, part.toolName, part) : { ...known.part, ...carried(part) };
  const whole = part.input || "{}";
  const rest = whole.startsWith(streamed) ? grow(state, part.toolCallId, whole.slice(streamed.length)) : [];
  state.calls.delete(part.toolCallId);
  return known === undefined || part.providerMetadata !== undefined ? [call, ...rest] : rest;
};

const stops: Readonly<Record<LanguageModelV4FinishReason["unified"], StopReason>> = {
  stop: "end",
  length: "max_tokens",
  "content-filter": "refusal",
  "tool-calls": "calls",
  error: "other",
  interrupted: "other",
  other: "other",
};

const finish = (state: AiSdkState, reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): Part => {
  const { unified, raw } = reason;
  if (unified === "error" || unified === "interrupted")
    throw new ProviderError("server", `the model stopped with ${raw ?? unified}`);
  const stop = stops[unified] ?? "other";
  return {
    type: "finish",
    stop: stop === "end" && state.called > 0 ? "calls" : stop === "calls" && state.called === 0 ? "end" : stop,
    usage: usageOf(usage),
    model: state.model,
  };
};

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined =>
  inputTokens.total === undefined && outputTokens.total === undefined
    ? undefined
    : {
        input: inputTokens.total ?? 0,
        output: outputTokens.total ?? 0,
        cacheRead: inputTokens.cacheRead ?? 0,
        cacheWrite: inputTokens.cacheWrite ?? 0,
      };
