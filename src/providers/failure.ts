/** What kind of failure an answer is: from its status, the names that providers give their errors, and their words. */
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { type ModelFailure, ProviderError } from "../contract/error.ts";

/** An answer with an error status. `now` is milliseconds since 1970, for a retry-after that is a date. */
export interface BadAnswer {
  readonly host: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly now: number;
}

/** The error that an HTTP answer stands for. */
export const answerFailure = (answer: BadAnswer): ProviderError => {
  const { host, status, headers, body } = answer;
  const said = saidIn(body);
  const { retryAfterMs = retryAfter(headers, answer.now) } = said;
  const text = said.message || (body.trimStart().startsWith("<") ? "" : body.replaceAll(/\s+/g, " ").trim());
  return new ProviderError(
    categoryOf(status, said),
    `${host} answered ${status}${text && `: ${text.slice(0, 2000)}`}`,
    { status, retryAfterMs },
  );
};

/** The error that an event in the middle of a stream stands for. `error` is what it says, in any known shape. */
export const eventFailure = (error: unknown): ProviderError => {
  const said = saidBy(error);
  const status = Number(said.code) || undefined;
  return new ProviderError(categoryOf(status, said), `the answer broke off: ${said.message || said.type || "error"}`, {
    status,
    retryAfterMs: said.retryAfterMs,
  });
};

/** Errors by the names in `error.code`, `error.type` and `error.status`, where a name says more than the status. */
const named: Readonly<Record<string, ModelFailure>> = {
  insufficient_quota: "budget",
  billing_error: "budget",
  billing_hard_limit_reached: "budget",
  billing_not_active: "budget",
  // Zhipu numbers its errors.
  1113: "budget",
  1261: "context_overflow",
  context_length_exceeded: "context_overflow",
  exceed_context_size_error: "context_overflow",
  request_too_large: "context_overflow",
  rate_limit_error: "rate_limit",
  rate_limit_exceeded: "rate_limit",
  overloaded_error: "overloaded",
  server_is_overloaded: "overloaded",
  slow_down: "overloaded",
  UNAVAILABLE: "overloaded",
  RESOURCE_EXHAUSTED: "rate_limit",
  UNAUTHENTICATED: "authentication",
  PERMISSION_DENIED: "authentication",
  DEADLINE_EXCEEDED: "server",
  invalid_api_key: "authentication",
  authentication_error: "authentication",
  permission_error: "authentication",
  timeout_error: "server",
};

/** Statuses that have a meaning of their own; the others go by their hundred. */
const statuses: Readonly<Record<number, ModelFailure>> = {
  401: "authentication",
  402: "budget",
  403: "authentication",
  408: "timeout",
  413: "context_overflow",
  429: "rate_limit",
  503: "overloaded",
  529: "overloaded",
};

/** How Anthropic, OpenAI, xAI, Mistral, Groq, Gemini, vLLM, llama.cpp and Ollama say that a request is too long. */
const tooLong =
  /context (?:length|window|size|limit)|context_length|maximum context|maximum prompt length|(?:prompt|input|request) is too (?:long|large)|too many (?:input )?tokens|reduce the length of|input token count|exceeds the (?:available )?context/i;
const noCredit = /credit balance|insufficient (?:funds|balance|credits?)|out of credits/i;
/** Of a day or a week (Gemini, Ollama): no wait that is worth it brings them back. */
const usedUp = /PerDay|reached your \w+ usage limit/;
const busy = /^server busy/;
const badKey = /API key (?:not valid|expired|not found)|API_KEY_INVALID/;
/** Ollama parses what a model called, and fails when it cannot; Groq refuses it. */
const brokenCall = /error parsing tool call|failed to parse (?:tool call|JSON)|tool_use_failed/i;

/** What an error says of itself. */
interface Said {
  readonly message: string;
  readonly type: string;
  readonly code: string;
  readonly retryAfterMs?: number | undefined;
  /** What else it says, as text. */
  readonly details: string;
}

const categoryOf = (status: number | undefined, { message, type, code, details }: Said): ModelFailure => {
  if (brokenCall.test(message) || brokenCall.test(code)) return "malformed";
  if (usedUp.test(message) || usedUp.test(details)) return "budget";
  if (badKey.test(message)) return "authentication";
  if (busy.test(message)) return "overloaded";
  // Groq answers 413 with the name of a rate limit, but waiting does not make the request shorter.
  if (status === 413) return "context_overflow";
  const byName = named[code] ?? named[type];
  if (byName !== undefined) return byName;
  const refused = status === undefined || (status >= 400 && status < 500 && status !== 429);
  if (refused && noCredit.test(message)) return "budget";
  if (refused && tooLong.test(message)) return "context_overflow";
  if (status !== undefined) return statuses[status] ?? (status >= 500 ? "server" : "invalid_request");
  return type === "invalid_request_error" || type === "not_found_error" ? "invalid_request" : "server";
};

const errorShape = z.object({
  message: z.string().nullish(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  status: z.unknown().optional().describe("Gemini: a name"),
  details: z
    .array(z.looseObject({ retryDelay: z.string().nullish() }))
    .nullish()
    .catch(undefined)
    .describe("Gemini"),
});

/** `{ error: { message, type, code } }`, `{ error: "…" }`, `{ message, type, code }` or `{ detail: "…" }`. */
const envelope = z.object({ error: z.unknown(), detail: z.unknown() }).partial();

const saidIn = (body: string): Said => {
  try {
    const parsed: unknown = JSON.parse(body);
    const { error, detail } = envelope.safeParse(parsed).data ?? {};
    return saidBy(error ?? (detail === undefined ? parsed : text(detail)));
  } catch {
    return saidBy(undefined);
  }
};

const saidBy = (error: unknown): Said => {
  const said = errorShape.safeParse(error).data;
  return {
    message: typeof error === "string" ? error : (said?.message ?? ""),
    type: said?.type ?? (typeof said?.status === "string" ? said.status : ""),
    code: String(said?.code ?? ""),
    details: said?.details ? JSON.stringify(said.details) : "",
    retryAfterMs: delayMs(said?.details?.find(({ retryDelay }) => retryDelay)?.retryDelay),
  };
};

/** `34.4s` */
const delayMs = (delay: string | null | undefined): number | undefined => {
  const seconds = Number.parseFloat(delay ?? "");
  return seconds >= 0 ? Math.round(seconds * 1000) : undefined;
};

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** `retry-after-ms` (OpenAI, Azure), else `retry-after`: seconds or an HTTP date (RFC 9110, 10.2.3). */
const retryAfter = (headers: IncomingHttpHeaders, now: number): number | undefined => {
  const precise = headers["retry-after-ms"];
  if (typeof precise === "string" && Number(precise) >= 0) return Number(precise);
  const after = headers["retry-after"];
  if (after === undefined) return undefined;
  const seconds = Number(after);
  if (seconds >= 0) return Math.round(seconds * 1000);
  // The server's own clock, where it says it, is the one that its date was made with.
  const wait = Date.parse(after) - (headers.date ? Date.parse(headers.date) : now);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};
