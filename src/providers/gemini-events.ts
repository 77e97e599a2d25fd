/** What Gemini's generateContent sends back, as parts. https://ai.google.dev/api/generate-content */
import { ProviderError } from "../contract/error.ts";
import type { ModelRequest, Part } from "../contract/provider.ts";
import type { StopReason, Usage } from "../contract/terms.ts";
import { callIds } from "./call-ids.ts";
import { eventFailure } from "./failure.ts";
import { type FunctionCall, geminiBody, geminiChunk, type GeminiPart, type GeminiUsage } from "./gemini-wire.ts";
import { addPartial } from "./partial-arguments.ts";

/** What reading one answer remembers. `open` is the part that the next piece of text belongs to. */
export interface GeminiState {
  readonly idOf: ReturnType<typeof callIds>;
  parts: number;
  calls: number;
  open: { readonly kind: "text" | "reasoning"; readonly id: string } | undefined;
  partial: { readonly id: string; readonly input: Record<string, unknown> } | undefined;
  model: string | undefined;
  usage: GeminiUsage | undefined;
  reason: string | undefined;
  finished: boolean;
}

export const geminiInitial = (request: ModelRequest): GeminiState => ({
  idOf: callIds(request),
  parts: 0,
  calls: 0,
  open: undefined,
  partial: undefined,
  model: undefined,
  usage: undefined,
  reason: undefined,
  finished: false,
});

export const geminiEvent = (state: GeminiState, event: unknown): readonly Part[] => {
  const chunk = geminiChunk.safeParse(event).data;
  if (chunk?.error) throw eventFailure(chunk.error);
  const { candidates, promptFeedback, usageMetadata } = chunk ?? {};
  const known = candidates ?? promptFeedback ?? usageMetadata;
  if (chunk === undefined || known === undefined || known === null) return [{ type: "unknown", name: "chunk" }];
  const candidate = candidates?.[0];
  state.model ??= chunk.modelVersion || undefined;
  state.usage = updated(state.usage, usageMetadata ?? undefined);
  if (promptFeedback?.blockReason) state.reason = "PROHIBITED_CONTENT";
  const parts = (candidate?.content?.parts ?? []).flatMap((part) => partParts(state, part));
  const reason = candidate?.finishReason;
  if (reason) state.reason = understood(reason, candidate.finishMessage ?? "");
  return parts;
};

/** An answer that did not stream is a stream of one event. */
export const geminiWhole = (state: GeminiState, body: unknown): readonly Part[] => [
  ...geminiBody.parse(body).flatMap((event) => geminiEvent(state, event)),
  ...(geminiEnd(state) ?? []),
];

/** There is no last event: some servers give a reason with every piece, so that only the end of the stream is the end. */
export const geminiEnd = (state: GeminiState): readonly Part[] | undefined => {
  if (state.finished) return [];
  if (state.reason === undefined) return undefined;
  state.finished = true;
  const closed = closePartial(state);
  const stop = stopOf(state);
  return [...closed, { type: "finish", stop, usage: usageOf(state.usage), model: state.model }];
};

const partParts = (state: GeminiState, part: GeminiPart): readonly Part[] => {
  const { functionCall, text, thought, thoughtSignature: signature } = part;
  if (functionCall) return callParts(state, functionCall, signature ?? undefined);
  if (typeof text !== "string") return [{ type: "unknown", name: `part:${Object.keys(part).join("+")}` }];
  if (text === "" && !signature) return [];
  const kind = thought ? "reasoning" : "text";
  // A signature belongs to its part alone: it must come back on that part, joined with no other.
  if (signature) {
    state.open = undefined;
    return [{ type: kind, id: String(state.parts++), text, carry: { signature } }];
  }
  if (state.open?.kind !== kind) state.open = { kind, id: String(state.parts++) };
  return [{ type: kind, id: state.open.id, text }];
};

const callParts = (state: GeminiState, call: FunctionCall, signature: string | undefined): readonly Part[] => {
  const closed = call.name ? closePartial(state) : [];
  const begun = call.name ? beginCall(state, { ...call, name: call.name }, signature) : undefined;
  for (const piece of call.partialArgs ?? []) if (state.partial !== undefined) addPartial(state.partial.input, piece);
  const over = call.willContinue ? [] : closePartial(state);
  return [...closed, ...(begun === undefined ? [] : [begun]), ...over];
};

/** An id that the server gave is sent back to it; those that are made here it would not know. */
const beginCall = (state: GeminiState, call: FunctionCall & { name: string }, signature: string | undefined): Part => {
  const made = state.idOf(call.id ?? undefined, state.calls++);
  const carry = {
    ...(call.id && call.id === made ? { id: made } : {}),
    ...(signature === undefined ? {} : { signature }),
  };
  const id = String(state.parts++);
  state.open = undefined;
  state.partial = { id, input: { ...(call.args as Record<string, unknown> | undefined) } };
  return { type: "call", id, call: made, name: call.name, ...(Object.keys(carry).length > 0 ? { carry } : {}) };
};

const closePartial = (state: GeminiState): readonly Part[] => {
  if (state.partial === undefined) return [];
  const { id, input } = state.partial;
  state.partial = undefined;
  return [{ type: "input", id, json: JSON.stringify(input) }];
};

/** What the model wrote was no answer. Nothing of it is shown, so the same question is asked again. */
const malformed: ReadonlySet<string> = new Set([
  "MALFORMED_FUNCTION_CALL",
  "MALFORMED_RESPONSE",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "NO_IMAGE",
]);

const understood = (reason: string, message: string): string => {
  if (malformed.has(reason)) throw new ProviderError("malformed", `the model's answer was ${reason}: ${message}`);
  if (reason === "MISSING_THOUGHT_SIGNATURE")
    throw new ProviderError("invalid_request", `the model could not go on: ${reason} ${message}`);
  return reason;
};

const refusals: ReadonlySet<string> = new Set([
  "SAFETY",
  "RECITATION",
  "LANGUAGE",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
]);

const stopOf = ({ reason = "", calls }: GeminiState): StopReason => {
  if (reason === "MAX_TOKENS") return "max_tokens";
  if (refusals.has(reason)) return "refusal";
  if (calls > 0) return "calls";
  return reason === "STOP" ? "end" : "other";
};

/** Each piece counts all that came so far, but not always everything. */
const updated = (before: GeminiUsage | undefined, now: GeminiUsage | undefined): GeminiUsage | undefined => {
  const said = Object.entries(now ?? {}).filter(([, count]) => typeof count === "number");
  return said.length === 0 ? before : { ...before, ...Object.fromEntries(said) };
};

const usageOf = (wire: GeminiUsage | undefined): Usage | undefined =>
  wire && {
    input: (wire.promptTokenCount ?? 0) + (wire.toolUsePromptTokenCount ?? 0),
    output: (wire.candidatesTokenCount ?? 0) + (wire.thoughtsTokenCount ?? 0),
    cacheRead: wire.cachedContentTokenCount ?? 0,
    cacheWrite: 0,
  };
