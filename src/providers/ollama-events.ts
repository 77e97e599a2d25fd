/** What Ollama's /api/chat sends back, as parts. https://docs.ollama.com/api/chat */
import type { ModelRequest, Part } from "../contract/provider.ts";
import type { StopReason, Usage } from "../contract/terms.ts";
import { callIds } from "./call-ids.ts";
import { eventFailure } from "./failure.ts";
import { type OllamaChunk, ollamaChunk, ollamaError, type OllamaMessage } from "./ollama-wire.ts";

/** What reading one answer remembers. */
export interface OllamaState {
  readonly idOf: ReturnType<typeof callIds>;
  calls: number;
  finished: boolean;
}

export const ollamaInitial = (request: ModelRequest): OllamaState => ({
  idOf: callIds(request),
  calls: 0,
  finished: false,
});

export const ollamaEvent = (state: OllamaState, event: unknown): readonly Part[] => {
  const failed = ollamaError.safeParse(event).data;
  if (failed !== undefined) throw eventFailure(failed.error);
  const chunk = ollamaChunk.safeParse(event).data;
  if (chunk === undefined) return [{ type: "unknown", name: "chunk" }];
  const said = messageParts(state, chunk.message ?? {});
  if (!chunk.done) return said;
  state.finished = true;
  return [
    ...said,
    { type: "finish", stop: stopOf(state, chunk), usage: usageOf(chunk), model: chunk.model || undefined },
  ];
};

/** The last line says that it is the last. */
export const ollamaEnd = (state: OllamaState): readonly Part[] | undefined => (state.finished ? [] : undefined);

const messageParts = (state: OllamaState, { thinking, content, tool_calls }: OllamaMessage): readonly Part[] => [
  ...(thinking ? [{ type: "reasoning", id: "reasoning", text: thinking } as const] : []),
  ...(content ? [{ type: "text", id: "text", text: content } as const] : []),
  ...(tool_calls ?? []).flatMap(({ id: sent, function: { name, arguments: input } }): Part[] => {
    const place = state.calls++;
    const id = `call:${place}`;
    return [
      { type: "call", id, call: state.idOf(sent ?? undefined, place), name },
      { type: "input", id, json: typeof input === "string" ? input : JSON.stringify(input ?? {}) },
    ];
  }),
];

/** `limit`: the window is full and nothing was to be dropped from it. `load` and `unload` answer a request without words. */
const stops: Readonly<Record<string, StopReason>> = { stop: "end", length: "max_tokens", limit: "max_tokens" };

const stopOf = ({ calls }: OllamaState, { done_reason }: OllamaChunk): StopReason => {
  const stop = stops[done_reason ?? "stop"] ?? "other";
  return stop === "end" && calls > 0 ? "calls" : stop;
};

/** What was in the cache already is counted, too, but not told apart. */
const usageOf = ({ prompt_eval_count, eval_count }: OllamaChunk): Usage | undefined =>
  typeof prompt_eval_count === "number" || typeof eval_count === "number"
    ? { input: prompt_eval_count ?? 0, output: eval_count ?? 0, cacheRead: 0, cacheWrite: 0 }
    : undefined;
