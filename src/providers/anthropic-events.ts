/** What Anthropic's Messages API sends back, as parts. https://platform.claude.com/docs/en/build-with-claude/streaming */
import { z } from "zod";
import { ProviderError } from "../contract/error.ts";
import type { ModelRequest, Part } from "../contract/provider.ts";
import type { StopReason, Usage } from "../contract/terms.ts";
import {
  type AnthropicUsage,
  anthropicUsage,
  type BlockDelta,
  blockDelta,
  type ContentBlock,
  contentBlock,
  type MessageStart,
  messageStart,
} from "./anthropic-wire.ts";
import { callIds } from "./call-ids.ts";
import { eventFailure } from "./failure.ts";

/** What reading one message remembers. Blocks that are open stand under their index. */
export interface AnthropicState {
  readonly idOf: ReturnType<typeof callIds>;
  readonly open: Map<number, OpenBlock>;
  message: string | undefined;
  model: string | undefined;
  usage: AnthropicUsage | undefined;
  stop: StopReason | undefined;
  finished: boolean;
}

/** A call's input arrives with its start, or in pieces after it. */
type OpenBlock =
  | { readonly type: "text" }
  | { readonly type: "thinking"; signature: string }
  | { readonly type: "call"; readonly input: unknown; streamed: boolean };

export const anthropicInitial = (request: ModelRequest): AnthropicState => ({
  idOf: callIds(request),
  open: new Map(),
  message: undefined,
  model: undefined,
  usage: undefined,
  stop: undefined,
  finished: false,
});

export const anthropicEvent = (state: AnthropicState, event: unknown): readonly Part[] =>
  handlers[typeOf(event)]?.(state, event) ?? [{ type: "unknown", name: nameOf(event) }];

/** A message that did not stream is a start that holds everything. */
export const anthropicWhole = (state: AnthropicState, body: unknown): readonly Part[] =>
  typeOf(body) === "message"
    ? [{ type: "message_start", message: body }, { type: "message_stop" }].flatMap((event) =>
        anthropicEvent(state, event),
      )
    : anthropicEvent(state, body);

/** The stop reason is the last thing that matters; a server may forget to send the event after it. */
export const anthropicEnd = (state: AnthropicState): readonly Part[] | undefined => {
  if (state.finished) return [];
  if (state.stop === undefined) return undefined;
  state.finished = true;
  const { stop, model } = state;
  const closed = [...state.open.keys()].flatMap((index) => close(state, index));
  return [...closed, { type: "finish", stop, usage: usageOf(state.usage), model }];
};

type Handler = (state: AnthropicState, event: unknown) => readonly Part[] | undefined;

/** An event that does not have the shape it should have is one that is not understood. */
const on =
  <Shape extends z.ZodType>(
    shape: Shape,
    handle: (state: AnthropicState, event: z.infer<Shape>) => readonly Part[],
  ): Handler =>
  (state, event) => {
    const read = shape.safeParse(event);
    return read.success ? handle(state, read.data) : undefined;
  };

const handlers: Readonly<Record<string, Handler>> = {
  ping: () => [],
  message_start: on(z.object({ message: messageStart }), (state, { message }) => started(state, message)),
  content_block_start: on(
    z.object({ index: z.number(), content_block: contentBlock }),
    (state, { index, content_block }) => begin(state, index, content_block),
  ),
  content_block_delta: on(z.object({ index: z.number(), delta: blockDelta }), (state, { index, delta }) =>
    proceed(state, index, delta),
  ),
  content_block_stop: on(z.object({ index: z.number() }), (state, { index }) => close(state, index)),
  message_delta: on(
    z.object({ delta: z.object({ stop_reason: z.string().nullish() }), usage: anthropicUsage.nullish() }),
    (state, { delta, usage }) => {
      state.stop = stopOf(delta.stop_reason) ?? state.stop;
      state.usage = updated(state.usage, usage ?? {});
      return [];
    },
  ),
  message_stop: (state) => anthropicEnd(state) ?? [],
  error: on(z.object({ error: z.unknown().optional() }), (_, { error }) => {
    throw eventFailure(error);
  }),
};

const started = (state: AnthropicState, message: MessageStart): readonly Part[] => {
  const id = message.id ?? "";
  // Gateways are seen to repeat this event, and to join a second answer to one that broke off. The second cannot be told
  // from the first any more, and thinking signed for two messages would be refused ever after.
  if (state.message === id) return [];
  if (state.message !== undefined)
    throw new ProviderError("malformed", "a second message began before the first one was complete");
  state.message = id;
  state.model = message.model ?? undefined;
  state.usage = message.usage ?? undefined;
  state.stop = stopOf(message.stop_reason);
  return (message.content ?? [])
    .flatMap((content_block, index) => [
      { type: "content_block_start", index, content_block },
      { type: "content_block_stop", index },
    ])
    .flatMap((event) => anthropicEvent(state, event));
};

const begin = (state: AnthropicState, index: number, content: ContentBlock): readonly Part[] => {
  const id = String(index);
  if (content.type === "redacted_thinking")
    return [{ type: "reasoning", id, text: "", carry: { redacted: content.data } }];
  if (content.type === "tool_use") {
    state.open.set(index, { type: "call", input: content.input, streamed: false });
    return [{ type: "call", id, call: state.idOf(content.id ?? undefined, index), name: content.name }];
  }
  if (content.type === "thinking") {
    state.open.set(index, { type: "thinking", signature: content.signature ?? "" });
    return content.thinking ? [{ type: "reasoning", id, text: content.thinking }] : [];
  }
  state.open.set(index, { type: "text" });
  return content.text ? [{ type: "text", id, text: content.text }] : [];
};

/** Pieces of blocks that were not understood belong to what was counted when the block began. */
const proceed = (state: AnthropicState, index: number, piece: BlockDelta): readonly Part[] => {
  const id = String(index);
  const block = state.open.get(index);
  if (piece.type === "text_delta" && block?.type === "text") return [{ type: "text", id, text: piece.text }];
  if (piece.type === "thinking_delta" && block?.type === "thinking")
    return [{ type: "reasoning", id, text: piece.thinking }];
  if (piece.type === "signature_delta" && block?.type === "thinking") block.signature += piece.signature;
  if (piece.type === "input_json_delta" && block?.type === "call" && piece.partial_json !== "") {
    block.streamed = true;
    return [{ type: "input", id, json: piece.partial_json }];
  }
  return [];
};

const close = (state: AnthropicState, index: number): readonly Part[] => {
  const id = String(index);
  const block = state.open.get(index);
  state.open.delete(index);
  if (block?.type === "thinking" && block.signature !== "")
    return [{ type: "reasoning", id, text: "", carry: { signature: block.signature } }];
  if (block?.type === "call" && !block.streamed)
    return [{ type: "input", id, json: JSON.stringify(block.input ?? {}) }];
  return [];
};

const stops: Readonly<Record<string, StopReason>> = {
  end_turn: "end",
  stop_sequence: "end",
  tool_use: "calls",
  max_tokens: "max_tokens",
  model_context_window_exceeded: "max_tokens",
  refusal: "refusal",
  pause_turn: "paused",
};

const stopOf = (reason: string | null | undefined): StopReason | undefined =>
  reason ? (stops[reason] ?? "other") : undefined;

/** The figures at the end are totals; those that are missing there stand as they were at the start. */
const updated = (before: AnthropicUsage | undefined, now: AnthropicUsage): AnthropicUsage | undefined => {
  const said = Object.entries(now).filter(([, count]) => typeof count === "number");
  return said.length === 0 ? before : { ...before, ...Object.fromEntries(said) };
};

/** The API counts what the cache held apart from the input. */
const usageOf = (wire: AnthropicUsage | undefined): Usage | undefined => {
  if (wire === undefined) return undefined;
  const cacheRead = wire.cache_read_input_tokens ?? 0;
  const cacheWrite = wire.cache_creation_input_tokens ?? 0;
  return {
    input: (wire.input_tokens ?? 0) + cacheRead + cacheWrite,
    output: wire.output_tokens ?? 0,
    cacheRead,
    cacheWrite,
  };
};

const tagged = z.object({ type: z.string() });

const typeOf = (event: unknown): string => tagged.safeParse(event).data?.type ?? "";

const holder = z.object({ content_block: tagged.optional(), delta: tagged.optional() });

/** For example `content_block_start:web_search_tool_result`. */
const nameOf = (event: unknown): string => {
  const held = holder.safeParse(event).data;
  const inner = held?.content_block?.type ?? held?.delta?.type;
  return [typeOf(event) || "untyped", inner].filter(Boolean).join(":");
};
