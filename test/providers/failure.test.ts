/** What kind of failure an answer is. */
import { expect, test } from "vitest";
import { answerFailure, eventFailure } from "../../src/providers/failure.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

const failureOf = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { category, message, retryAfterMs } = answerFailure({ host: "api.test", status, headers, body: text, now });
  return { category, message, retryAfterMs };
};

test.each([
  [
    "OpenAI",
    400,
    { error: { message: "Use fewer", code: "context_length_exceeded" } },
    "context_overflow",
    "Use fewer",
  ],
  [
    "xAI",
    400,
    { code: "invalid", error: "This model's maximum prompt length is 8" },
    "context_overflow",
    "This model's maximum prompt length is 8",
  ],
  ["llama.cpp", 400, { error: { type: "exceed_context_size_error", message: "no" } }, "context_overflow", "no"],
  [
    "Mistral",
    422,
    { object: "error", message: "Prompt is too long", type: "x" },
    "context_overflow",
    "Prompt is too long",
  ],
  ["Groq", 413, { error: { message: "too large", code: "rate_limit_exceeded" } }, "context_overflow", "too large"],
  ["FastAPI", 422, { detail: [{ msg: "field required" }] }, "invalid_request", `[{"msg":"field required"}]`],
  ["DeepSeek", 402, { error: { message: "Insufficient Balance" } }, "budget", "Insufficient Balance"],
  [
    "Gemini by the minute",
    429,
    { error: { message: "exceeded your current quota" } },
    "rate_limit",
    "exceeded your current quota",
  ],
  [
    "Gemini by the day",
    429,
    {
      error: {
        code: 429,
        message: "Quota",
        status: "RESOURCE_EXHAUSTED",
        details: [{ violations: [{ quotaId: "RequestsPerDay" }] }],
      },
    },
    "budget",
    "Quota",
  ],
  [
    "Gemini's window",
    400,
    { error: { code: 400, message: "The input token count (9) exceeds the maximum", status: "INVALID_ARGUMENT" } },
    "context_overflow",
    "The input token count (9) exceeds the maximum",
  ],
  [
    "Gemini's key",
    400,
    { error: { code: 400, message: "API key not valid. Please pass one.", status: "INVALID_ARGUMENT" } },
    "authentication",
    "API key not valid. Please pass one.",
  ],
  ["Zhipu", 429, { error: { code: "1113", message: "No package" } }, "budget", "No package"],
  [
    "Ollama's parser",
    500,
    { error: "error parsing tool call: raw='{'" },
    "malformed",
    "error parsing tool call: raw='{'",
  ],
  [
    "a key that is wrong",
    401,
    { error: { message: "Who?", type: "invalid_request_error", code: "invalid_api_key" } },
    "authentication",
    "Who?",
  ],
  ["a proxy", 504, "<html><body>Gateway", "server", ""],
  ["plain text", 400, "model  not\nloaded", "invalid_request", "model not loaded"],
  ["too slow", 408, "", "timeout", ""],
  ["a redirect", 301, "", "invalid_request", ""],
])("%s", (_, status, body, category, said) => {
  const { category: found, message } = failureOf(status, body);
  expect([found, message]).toEqual([category, `api.test answered ${status}${said && `: ${said}`}`]);
});

test.each([
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after-ms": "1250", "retry-after": "2" }, 1_250],
  [{ "retry-after": "Sat, 21 Nov 2026 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Sat, 21 Nov 2026 12:00:30 GMT", date: "Sat, 21 Nov 2026 12:00:20 GMT" }, 10_000],
  [{ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("%j", (headers, retryAfterMs) => {
  expect(failureOf(429, "", headers as Record<string, string>).retryAfterMs).toBe(retryAfterMs);
});

test("Gemini says in the body how long to wait", () => {
  const details = [{ "@type": "QuotaFailure" }, { "@type": "RetryInfo", retryDelay: "34.4s" }];
  const body = { error: { code: 429, message: "Quota", status: "RESOURCE_EXHAUSTED", details } };
  expect(failureOf(429, body)).toMatchObject({ category: "rate_limit", retryAfterMs: 34_400 });
});

test.each([
  [{ type: "overloaded_error", message: "Overloaded" }, "overloaded", undefined],
  [{ type: "api_error", message: "oops" }, "server", undefined],
  [{ type: "invalid_request_error", message: "prompt is too long: 9 tokens > 8" }, "context_overflow", undefined],
  [{ type: "invalid_request_error", message: "bad" }, "invalid_request", undefined],
  [{ code: 429, message: "slow down" }, "rate_limit", 429],
  [{ code: "insufficient_quota" }, "budget", undefined],
  ["it broke", "server", undefined],
])("in a stream: %j", (error, category, status) => {
  const failure = eventFailure(error);
  expect([failure.category, failure.status]).toEqual([category, status]);
});
