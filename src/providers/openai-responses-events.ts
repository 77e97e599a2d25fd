/** What OpenAI's Responses API sends back, as parts. https://platform.openai.com/docs/api-reference/responses-streaming */
import { z } from "zod";
import type { ModelRequest, Part, ToolSpec } from "../contract/provider.ts";
import type { StopReason, Usage } from "../contract/terms.ts";
import { callIds } from "./call-ids.ts";
import { eventFailure } from "./failure.ts";
import {
  itemEvent,
  type PieceEvent,
  pieceEvent,
  type Response,
  responseEvent,
  type ResponseItem,
  responseItem,
  type ResponseUsage,
} from "./openai-responses-wire.ts";
import { unwrapped, wraps } from "./parallel-wrapper.ts";

/** What reading one answer remembers. Items stand under their place in the output. */
export interface ResponsesState {
  readonly idOf: ReturnType<typeof callIds>;
  readonly tools: readonly ToolSpec[];
  readonly items: Map<number, OpenItem>;
  calls: number;
  model: string | undefined;
  refused: boolean;
  finished: boolean;
}

/** `heard`: what came in pieces, by part. What was not understood is `other`; a wrapper is held until it is whole. */
interface OpenItem {
  readonly kind: "message" | "reasoning" | "function_call" | "wrapper" | "other";
  readonly heard: Map<string, string>;
}

export const responsesInitial = (request: ModelRequest): ResponsesState => ({
  idOf: callIds(request),
  tools: request.tools,
  items: new Map(),
  calls: 0,
  model: undefined,
  refused: false,
  finished: false,
});

export const responsesEvent = (state: ResponsesState, event: unknown): readonly Part[] => {
  const type = tagged.safeParse(event).data?.type ?? "";
  return handlers[type]?.(state, event) ?? unknownEvent(state, type, event);
};

/** A response that did not stream is an end that holds everything. */
export const responsesWhole = (state: ResponsesState, body: unknown): readonly Part[] => {
  const read = wholeResponse.safeParse(body).data;
  if (read === undefined) {
    const failed = errorBody.safeParse(body).data;
    if (failed !== undefined) throw eventFailure(failed.error);
    return [{ type: "unknown", name: "response" }];
  }
  return ended(state, read);
};

/** Usage and the reason come with the last event: without it nothing is whole. */
export const responsesEnd = (state: ResponsesState): readonly Part[] | undefined => (state.finished ? [] : undefined);

type Handler = (state: ResponsesState, event: unknown) => readonly Part[] | undefined;

/** An event that does not have the shape it should have is one that is not understood. */
const on =
  <Shape extends z.ZodType>(
    shape: Shape,
    handle: (state: ResponsesState, event: z.infer<Shape>) => readonly Part[],
  ): Handler =>
  (state, event) => {
    const read = shape.safeParse(event);
    return read.success ? handle(state, read.data) : undefined;
  };

/** What the items and the last event say again. */
const repeated = [
  "response.content_part.added",
  "response.content_part.done",
  "response.output_text.done",
  "response.refusal.done",
  "response.reasoning_summary_part.added",
  "response.reasoning_summary_part.done",
  "response.reasoning_summary_text.done",
  "response.reasoning_text.done",
  "response.function_call_arguments.done",
  "keepalive",
];

const began = on(responseEvent, (state, { response }) => {
  state.model ??= response.model ?? undefined;
  return [];
});

const over = on(responseEvent, (state, { response }) => ended(state, response));

const piece = (kind: OpenItem["kind"], part: (event: PieceEvent, state: ResponsesState) => Part): Handler =>
  on(pieceEvent, (state, event) => {
    const item = itemAt(state, event.output_index, kind);
    if (item.kind !== kind || event.delta === "") return [];
    const said = part(event, state);
    if ("id" in said) item.heard.set(said.id, (item.heard.get(said.id) ?? "") + event.delta);
    return [said];
  });

const handlers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(repeated.map((type): [string, Handler] => [type, () => []])),
  "response.created": began,
  "response.queued": began,
  "response.in_progress": began,
  "response.output_item.added": on(itemEvent, (state, { output_index, item }) => begin(state, output_index, item)),
  "response.output_item.done": on(itemEvent, (state, { output_index, item }) => complete(state, output_index, item)),
  "response.output_text.delta": piece("message", ({ output_index, content_index, delta }) =>
    said("text", `${output_index}:${content_index ?? 0}`, delta),
  ),
  "response.refusal.delta": piece("message", ({ output_index, content_index, delta }, state) => {
    state.refused = true;
    return said("text", `${output_index}:${content_index ?? 0}`, delta);
  }),
  "response.reasoning_summary_text.delta": piece("reasoning", ({ output_index, summary_index, delta }) =>
    said("reasoning", `${output_index}:${summary_index ?? 0}`, delta),
  ),
  "response.reasoning_text.delta": piece("reasoning", ({ output_index, content_index, delta }) =>
    said("reasoning", `${output_index}:open:${content_index ?? 0}`, delta),
  ),
  "response.function_call_arguments.delta": piece("function_call", ({ output_index, delta }) => ({
    type: "input",
    id: String(output_index),
    json: delta,
  })),
  "response.completed": over,
  "response.incomplete": over,
  "response.failed": over,
  error: (_, event) => {
    const { error } = errorEvent.parse(event);
    throw eventFailure(error ?? event);
  },
};

const said = (type: "text" | "reasoning", id: string, text: string, carry?: Readonly<Record<string, string>>): Part =>
  carry === undefined ? { type, id, text } : { type, id, text, carry };

const itemAt = (state: ResponsesState, index: number, kind: OpenItem["kind"]): OpenItem => {
  const item = state.items.get(index) ?? { kind, heard: new Map<string, string>() };
  state.items.set(index, item);
  return item;
};

const begin = (state: ResponsesState, index: number, content: unknown): readonly Part[] => {
  const item = responseItem.safeParse(content).data;
  const wrapper = item?.type === "function_call" && wraps(item.name, state.tools);
  itemAt(state, index, wrapper ? "wrapper" : (item?.type ?? "other"));
  if (item === undefined) return [{ type: "unknown", name: `output_item:${typeOf(content)}` }];
  return item.type === "function_call" && !wrapper ? [called(state, String(index), item)] : [];
};

/** Calls are known by `call_id`; the item has an id of its own. */
const called = (
  state: ResponsesState,
  part: string,
  { call_id, name, id }: { name: string; call_id?: string | null | undefined; id?: string | null | undefined },
): Part => {
  const call = state.idOf(call_id ?? undefined, state.calls++);
  return { type: "call", id: part, call, name, ...(id ? { carry: { item: id } } : {}) };
};

/** What is sent back with an item is known when it is whole, and so is what did not come in pieces. */
const complete = (state: ResponsesState, index: number, content: unknown): readonly Part[] => {
  const begun = state.items.has(index) ? [] : begin(state, index, content);
  const item = responseItem.safeParse(content).data;
  const open = state.items.get(index);
  if (item === undefined || open === undefined) return begun;
  /** The rest of a part's text. */
  const rest = (id: string, whole: string): string => {
    const heard = open.heard.get(id) ?? "";
    if (!whole.startsWith(heard)) return "";
    open.heard.set(id, whole);
    return whole.slice(heard.length);
  };
  if (item.type === "message") return [...begun, ...messageParts(state, { index, item, rest })];
  if (item.type === "reasoning") return [...begun, ...reasoningParts({ index, item, rest })];
  if (open.kind === "wrapper") return wrappedCalls(state, index, item);
  const id = String(index);
  const json = rest(id, item.arguments || "{}");
  return json === "" ? begun : [...begun, { type: "input", id, json }];
};

interface Completed<Type extends ResponseItem["type"]> {
  readonly index: number;
  readonly item: Extract<ResponseItem, { type: Type }>;
  readonly rest: (id: string, whole: string) => string;
}

const messageParts = (state: ResponsesState, { index, item, rest }: Completed<"message">): readonly Part[] => {
  const { id, phase, content } = item;
  const carry = { ...(id ? { item: id } : {}), ...(phase ? { phase } : {}) };
  const texts = (content ?? []).map(({ text, refusal }) => text || refusal || "");
  state.refused ||= (content ?? []).some(({ refusal }) => !!refusal);
  // What says nothing is not kept, whatever would be sent back with it.
  if (texts.every((text) => text === "")) return [];
  return texts.map((text, place) => {
    const part = `${index}:${place}`;
    return said("text", part, rest(part, text), place === 0 && (id || phase) ? carry : undefined);
  });
};

/** An item is several parts, one for each piece of its summary; the first holds what belongs to the whole. */
const reasoningParts = ({ index, item, rest }: Completed<"reasoning">): readonly Part[] => {
  const { summary, content, encrypted_content: encrypted } = item;
  const id = item.id ?? String(index);
  const open = !summary?.length && !!content?.length;
  const texts = (open ? content : summary) ?? [];
  const carry = { item: id, ...(open ? { open: "yes" } : {}) };
  const first = { ...carry, ...(encrypted ? { encrypted } : {}) };
  if (texts.length === 0) return encrypted ? [said("reasoning", `${index}:0`, "", first)] : [];
  return texts.map(({ text }, place) => {
    const part = `${index}:${open ? "open:" : ""}${place}`;
    return said("reasoning", part, rest(part, text), place === 0 ? first : carry);
  });
};

const wrappedCalls = (
  state: ResponsesState,
  index: number,
  item: Extract<ResponseItem, { type: "function_call" }>,
): readonly Part[] => {
  const { call_id } = item;
  const calls = unwrapped(item.arguments ?? "");
  if (calls === undefined)
    return [called(state, String(index), item), { type: "input", id: String(index), json: item.arguments || "{}" }];
  // They are sent back as calls of their own, so that the id of the wrapper is none of theirs.
  return calls.flatMap((call, place): Part[] => [
    called(state, `${index}:${place}`, { name: call.name, call_id: call_id ? `${call_id}_${place}` : undefined }),
    { type: "input", id: `${index}:${place}`, json: call.json },
  ]);
};

const ended = (state: ResponsesState, response: Response): readonly Part[] => {
  if (response.error || response.status === "failed") throw eventFailure(response.error ?? {});
  state.model ??= response.model ?? undefined;
  const parts =
    state.items.size > 0 ? [] : (response.output ?? []).flatMap((item, index) => complete(state, index, item));
  state.finished = true;
  return [
    ...parts,
    { type: "finish", stop: stopOf(state, response), usage: usageOf(response.usage), model: state.model },
  ];
};

const stopOf = (state: ResponsesState, { status, incomplete_details }: Response): StopReason => {
  if (status === "incomplete" || incomplete_details) return cutStops[incomplete_details?.reason ?? ""] ?? "other";
  if (state.calls > 0) return "calls";
  return state.refused ? "refusal" : "end";
};

const cutStops: Readonly<Record<string, StopReason>> = { max_output_tokens: "max_tokens", content_filter: "refusal" };

const usageOf = (wire: ResponseUsage | null | undefined): Usage | undefined =>
  wire
    ? {
        input: wire.input_tokens ?? 0,
        output: wire.output_tokens ?? 0,
        cacheRead: wire.input_tokens_details?.cached_tokens ?? 0,
        cacheWrite: wire.input_tokens_details?.cache_write_tokens ?? 0,
      }
    : undefined;

const tagged = z.object({ type: z.string() });
const placed = z.object({ output_index: z.number() });
const errorEvent = z.object({ error: z.unknown().optional() });
const errorBody = z.object({ error: z.union([z.string(), z.looseObject({})]) });
const wholeResponse = responseEvent.shape.response.extend({ object: z.literal("response") });

const typeOf = (value: unknown): string => tagged.safeParse(value).data?.type ?? "untyped";

/** Pieces of an item that was not understood belong to what was counted when it began. */
const unknownEvent = (state: ResponsesState, type: string, event: unknown): readonly Part[] => {
  const index = placed.safeParse(event).data?.output_index;
  if (index !== undefined && state.items.get(index)?.kind === "other") return [];
  return [{ type: "unknown", name: type || "untyped" }];
};
