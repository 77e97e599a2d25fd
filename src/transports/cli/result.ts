/** The one record that ends every run of the program, and the exit code that belongs to it. */
import { type ErrorCode, errorCodes, KelsonError, sentenceOf } from "../../contract/error.ts";
import type { State } from "../../contract/terms.ts";
import { cachedShare } from "../../folds/cache.ts";
import { readJsonAnswer } from "../../folds/json-answer.ts";
import type { CallItem, EndItem, TranscriptItem } from "../../folds/transcript-item.ts";
import { costOf } from "../../folds/usage.ts";
import { type MissRecord, missRecords } from "./cost/miss-record.ts";
import { askedCalls, news, newRequests, type Seen } from "./seen.ts";
import type { StopSignal } from "./surroundings.ts";

/** Fields bear the names that scripts know from other agents; `input_tokens` counts cached ones too. */
export interface Result {
  readonly type: "result";
  readonly subtype: string;
  readonly is_error: boolean;
  readonly exit_code: number;
  /** Absent when no session was reached. */
  readonly session_id: string | undefined;
  readonly state: State | undefined;
  /** The answer; when there is none, why. */
  readonly result: string;
  /** The answer as data, when it had to fit a JSON Schema and does. */
  readonly structured_output: unknown;
  /** Why the run ended, in a sentence. */
  readonly reason: string | undefined;
  readonly duration_ms: number;
  readonly duration_api_ms: number;
  readonly num_turns: number;
  readonly num_calls: number;
  /** Null when a price is unknown. */
  readonly total_cost_usd: number | null;
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cache_read_input_tokens: number;
    readonly cache_creation_input_tokens: number;
  };
  /** The share of input that was read from a prompt cache, from 0 to 1; null where no provider tells of it. */
  readonly cache_read_share: number | null;
  /** Requests that could have read more from a cache, with the cause. */
  readonly cache_misses: readonly MissRecord[];
  readonly permission_denials: readonly { tool_name: string; tool_use_id: string; reason: string }[];
  readonly waiting_for: readonly { tool_name: string; tool_use_id: string; question: string }[];
  readonly error: { code: ErrorCode | "bug"; message: string; hint: string | undefined } | undefined;
}

/** What a result is made of, besides what was seen. */
export interface Circumstances {
  readonly session: string | undefined;
  readonly durationMs: number;
  readonly signal: StopSignal | undefined;
  readonly error: unknown;
}

export const resultOf = (seen: Seen, circumstances: Circumstances): Result => {
  const items = news(seen);
  const end = items.findLast((item): item is EndItem => item.kind === "end");
  const asked = askedCalls(seen);
  const state = end?.state ?? (asked.length > 0 ? "waiting_for_input" : undefined);
  const denied = items.filter((item): item is CallItem => item.kind === "call" && item.state === "denied");
  const error = circumstances.error === undefined ? undefined : errorRecord(circumstances.error);
  const below = items.some((item) => item.kind === "notice" && (item.unasked ?? 0) > 0);
  const lonely = state === "completed" && (below || denied.some((call) => call.rule === "headless"));
  const exit = exitCode({ ...circumstances, state, lonely });
  const total = seen.usage.total;
  const structured = structuredAnswer(seen);
  const answer = structured === undefined ? answerOf(items) : JSON.stringify(structured);
  return {
    type: "result",
    subtype: subtypeOf({ error: error?.code, state, lonely }),
    is_error: exit !== 0,
    exit_code: exit,
    session_id: circumstances.session,
    state,
    result: error?.message ?? (answer || (end?.message ?? "")),
    structured_output: structured,
    reason: end?.message,
    duration_ms: Math.round(circumstances.durationMs),
    duration_api_ms: Math.round(seen.metrics.total.modelMs),
    num_turns: seen.metrics.total.steps,
    num_calls: seen.metrics.total.calls,
    total_cost_usd: costOf(total) ?? null,
    usage: {
      input_tokens: total.input,
      output_tokens: total.output,
      cache_read_input_tokens: total.cacheRead,
      cache_creation_input_tokens: total.cacheWrite,
    },
    cache_read_share: cachedShare(newRequests(seen)),
    cache_misses: missRecords(newRequests(seen)).filter(({ tokens }) => tokens > 0),
    permission_denials: denied.map(({ name, call, output = "" }) => ({
      tool_name: name,
      tool_use_id: call,
      reason: output,
    })),
    waiting_for: asked.map(({ name, call, ask }) => ({
      tool_name: name,
      tool_use_id: call,
      question: ask?.question ?? "",
    })),
    error,
  };
};

/** What a call concluded the run with, if one did. */
export const conclusionOf = (items: readonly TranscriptItem[]): string | undefined => {
  const last = items.findLast(({ kind }) => kind === "call" || kind === "text" || kind === "message");
  return last?.kind === "call" ? last.conclusion : undefined;
};

/** The text of the last reply, with those that it continues; a reply that was cut off counts when no other came. */
export const answerOf = (items: readonly TranscriptItem[]): string => {
  const conclusion = conclusionOf(items);
  if (conclusion !== undefined) return conclusion;
  const texts: string[] = [];
  for (const item of items.toReversed()) {
    if (item.kind === "call" || (item.kind === "message" && item.origin !== "continue")) break;
    if (item.kind !== "text") continue;
    if (item.partial && texts.length > 0) break;
    texts.unshift(item.text ?? "");
  }
  return texts.join("");
};

const structuredAnswer = (seen: Seen): unknown => {
  if (seen.checked.fits !== true) return undefined;
  const read = readJsonAnswer(answerOf(news(seen)));
  return read.ok ? read.value : undefined;
};

/** What a shell says of a program that a signal ended. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

const exitCode = (how: Circumstances & { state: State | undefined; lonely: boolean }): number => {
  if (how.signal !== undefined) return signalCodes[how.signal];
  if (how.error !== undefined) return how.error instanceof KelsonError ? errorCodes[how.error.code].exit : 1;
  if (how.state === "completed") return how.lonely ? 3 : 0;
  if (how.state === "waiting_for_input") return 3;
  return how.state === "max_steps" || how.state === "timed_out" || how.state === "budget_exceeded" ? 4 : 1;
};

const subtypeOf = (how: { error: string | undefined; state: State | undefined; lonely: boolean }): string => {
  if (how.error !== undefined) return `error_${how.error}`;
  if (how.state === "completed") return how.lonely ? "error_lacked_person" : "success";
  return how.state === "error" || how.state === undefined ? "error_during_execution" : `error_${how.state}`;
};

const errorRecord = (error: unknown): Result["error"] => {
  const known = error instanceof KelsonError ? error : undefined;
  return { code: known?.code ?? "bug", message: sentenceOf(error), hint: known?.hint };
};
