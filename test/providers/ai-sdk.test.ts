/** Models of the AI SDK, through a small one that speaks their interface. */
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import { aiSdk } from "../../src/providers/ai-sdk.ts";
import { hear, question, requestOf } from "../../src/testing/conformance/hearing.ts";
import { callError, finish, modelOf, type Said } from "./ai-sdk-model.ts";

const heard = (said: Said, more: object = {}) =>
  hear(aiSdk({ model: modelOf(said).model, idleMs: 50 }), requestOf(more));

const signed = { harbour: { signature: "c2ln" } };

test("a stream of everything", async () => {
  const { model } = modelOf({
    parts: [
      { type: "stream-start", warnings: [] },
      { type: "response-metadata", modelId: "pilot-1-2026" },
      { type: "reasoning-start", id: "0" },
      { type: "reasoning-delta", id: "0", delta: "Keel " },
      { type: "reasoning-delta", id: "0", delta: "first." },
      { type: "reasoning-end", id: "0", providerMetadata: signed },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "I look." },
      { type: "text-end", id: "0" },
      { type: "tool-input-start", id: "a", toolName: "read_file" },
      { type: "tool-input-delta", id: "a", delta: `{"path":` },
      { type: "tool-input-delta", id: "a", delta: `"bow"}` },
      { type: "tool-input-end", id: "a" },
      { type: "tool-call", toolCallId: "a", toolName: "read_file", input: `{"path":"bow"}`, providerMetadata: signed },
      { type: "tool-call", toolCallId: "b", toolName: "list", input: "" },
      { type: "tool-call", toolCallId: "w", toolName: "search", input: "{}", providerExecuted: true },
      { type: "source", sourceType: "url", id: "s", url: "https://harbour.test" },
      { type: "ping" },
      finish("stop"),
    ],
  });
  const provider = aiSdk({ name: "harbour", model });
  expect(provider.model).toBe("harbour/pilot-1");
  expect(await hear(provider, requestOf())).toMatchObject({
    reasoning: "Keel first.",
    text: "I look.",
    carried: [{ metadata: JSON.stringify(signed) }, { metadata: JSON.stringify(signed) }],
    unknown: ["tool-call:search", "source"],
    finish: {
      stop: "calls",
      model: "pilot-1-2026",
      usage: { input: 120, output: 30, cacheRead: 100, cacheWrite: 0 },
    },
    failure: undefined,
  });
});

const call = (toolCallId: string, input: string) =>
  ({ type: "tool-call", toolCallId, toolName: "list", input }) as const;

test("calls, with ids that are missing or taken made anew", async () => {
  const parts = [call("same", `{"a":1}`), call("same", ""), call("", "{"), finish("tool-calls")];
  const calls = [
    { call: "same", name: "list", json: `{"a":1}` },
    { call: "same_1_1", name: "list", json: "{}" },
    { call: "call_1_2", name: "list", json: "{" },
  ];
  expect(await heard({ parts })).toMatchObject({ calls, finish: { stop: "calls" } });
  const result = { content: [call("same", `{"a":1}`), call("same", ""), call("", "{")] };
  expect(await heard({ result }, { sampling: { stream: false } })).toMatchObject({ calls, finish: { stop: "calls" } });
});

test("an answer that does not stream", async () => {
  const result = {
    content: [
      { type: "reasoning", text: "Hm.", providerMetadata: signed } as const,
      { type: "text", text: "Aye." } as const,
    ],
    finishReason: { unified: "length", raw: "max_tokens" } as const,
    response: { modelId: "pilot-1-2026" },
  };
  expect(await heard({ result }, { sampling: { stream: false } })).toMatchObject({
    reasoning: "Hm.",
    text: "Aye.",
    carried: [{ metadata: JSON.stringify(signed) }],
    finish: { stop: "max_tokens", model: "pilot-1-2026" },
  });
});

test("what is asked", async () => {
  const { model, asked } = modelOf({ parts: [{ type: "text-delta", id: "0", delta: "Aye." }, finish("stop")] });
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  const carry = { metadata: JSON.stringify(signed) };
  const reply = (author: string): Message => ({
    role: "assistant",
    model: author,
    parts: [
      { type: "reasoning", text: "Hm.", carry },
      { type: "text", text: "I look." },
      { type: "call", id: "a", name: "view", input: { path: "a" }, carry },
      { type: "call", id: "b", name: "view", input: null, malformed: "{" },
    ],
  });
  const results: Message = {
    role: "tool",
    results: [
      { call: "a", name: "view", ok: true, parts: [{ type: "text", text: "a:" }, image] },
      { call: "b", name: "view", ok: false, parts: [{ type: "text", text: "Error [invalid_arguments]: no" }] },
    ],
  };
  await hear(
    aiSdk({ name: "harbour", model }),
    requestOf({
      messages: [question, reply("harbour/pilot-1"), results, reply("other/model"), question],
      sampling: { stream: true, temperature: 0.2, maxOutputTokens: 9, effort: "low" },
    }),
  );
  const user = { role: "user", content: [{ type: "text", text: "What is in the two files?" }] };
  const file = { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } };
  const made = { type: "tool-call", toolCallId: "a", toolName: "view", input: { path: "a" } };
  const broken = { type: "tool-call", toolCallId: "b", toolName: "view", input: {} };
  expect(asked).toEqual([
    {
      abortSignal: expect.any(AbortSignal) as AbortSignal,
      maxOutputTokens: 9,
      temperature: 0.2,
      reasoning: "low",
      toolChoice: { type: "auto" },
      tools: [
        {
          type: "function",
          name: "read_file",
          description: "Reads a file.",
          inputSchema: { type: "object", properties: {} },
        },
      ],
      prompt: [
        { role: "system", content: "You work on a machine." },
        user,
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "Hm.", providerOptions: signed },
            { type: "text", text: "I look." },
            { ...made, providerOptions: signed },
            broken,
          ],
        },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "a",
              toolName: "view",
              output: { type: "content", value: [{ type: "text", text: "a:" }, file] },
            },
            {
              type: "tool-result",
              toolCallId: "b",
              toolName: "view",
              output: { type: "error-text", value: "Error [invalid_arguments]: no" },
            },
          ],
        },
        { role: "assistant", content: [{ type: "text", text: "I look." }, made, broken] },
        user,
      ],
    },
  ]);
});

test.each([
  ["anthropic.messages", "claude-sonnet-4-5", { anthropic: { cacheControl: { type: "ephemeral" } } }],
  ["vertex.anthropic.messages", "claude-sonnet-4-5", { anthropic: { cacheControl: { type: "ephemeral" } } }],
  ["amazon-bedrock", "eu.anthropic.claude-sonnet-4-5-v1:0", { bedrock: { cachePoint: { type: "default" } } }],
  ["amazon-bedrock", "anthropic.claude-3-haiku-20240307-v1:0", undefined],
  ["amazon-bedrock", "meta.llama3-70b-instruct-v1:0", undefined],
  ["openrouter", "anthropic/claude-sonnet-4.5", { openrouter: { cacheControl: { type: "ephemeral" } } }],
  ["openrouter", "openai/gpt-5", undefined],
])("%s %s is marked where it caches only so", async (provider, modelId, mark) => {
  const { model, asked } = modelOf({ parts: [finish("stop")] });
  const said = (text: string): Message => ({ role: "user", parts: [{ type: "text", text }] });
  const replied = (by: string): Message => ({ role: "assistant", model: by, parts: [{ type: "text", text: "Aye." }] });
  const messages = [said("a"), replied(`${provider}/${modelId}`), said("b"), replied("other/model"), said("c")];
  await hear(aiSdk({ model: { ...model, provider, modelId } }), requestOf({ messages, system: ["one", "two"] }));
  const options = asked[0]!.prompt.map(({ providerOptions }) => providerOptions);
  expect(options).toEqual([undefined, mark, mark, undefined, undefined, undefined, mark]);
});

/** As `@ai-sdk/provider` makes it; each package brings a class of its own. */
const named = (name: string) => Object.assign(new Error("it failed"), { name });

describe("failures", () => {
  test.each<[object | string, string, object?]>([
    [
      callError({ statusCode: 429, isRetryable: true, responseHeaders: { "Retry-After": "7" }, responseBody: "{}" }),
      "rate_limit",
      { retryAfterMs: 7_000, status: 429 },
    ],
    [callError({ statusCode: 401 }), "authentication", { message: "api.harbour.test answered 401: it failed" }],
    [callError({ statusCode: 400, responseBody: `{"error":{"message":"prompt is too long"}}` }), "context_overflow"],
    [callError({ statusCode: 400 }), "invalid_request"],
    [callError({ statusCode: 409, isRetryable: true }), "server"],
    [callError({ statusCode: 529, isRetryable: true }), "overloaded"],
    [callError({ statusCode: 200 }), "malformed"],
    [callError({ isRetryable: true }), "network"],
    [named("AI_LoadAPIKeyError"), "authentication"],
    [named("AI_JSONParseError"), "malformed"],
    [named("AI_UnsupportedFunctionalityError"), "invalid_request"],
    [new TypeError("fetch failed"), "network"],
    [{ type: "overloaded_error", message: "busy" }, "overloaded"],
    ["it broke", "server"],
  ])("%j", async (error, category, more = {}) => {
    const failure = { category, ...more };
    expect(await heard({ fails: error })).toMatchObject({ failure });
    expect(await heard({ fails: error }, { sampling: { stream: false } })).toMatchObject({ failure });
    const text = { type: "text-delta", id: "0", delta: "So far" } as const;
    expect(await heard({ parts: [text, { type: "error", error }] })).toMatchObject({ text: "So far", failure });
  });

  test.each<[string, Said, string]>([
    ["an answer that says nothing", { parts: [finish("stop")] }, "malformed"],
    ["a stream that ends early", { parts: [{ type: "text-delta", id: "0", delta: "So" }] }, "network"],
    ["a stream that stalls", { parts: [{ type: "text-delta", id: "0", delta: "So" }], hangs: true }, "timeout"],
    [
      "a stream that says it failed",
      { parts: [{ type: "text-delta", id: "0", delta: "So" }, finish("error")] },
      "server",
    ],
  ])("%s", async (_, said, category) => {
    expect(await heard(said)).toMatchObject({ finish: undefined, failure: { category } });
  });

  test("an abort ends the call at once, also where the model does not listen", async () => {
    const abort = new AbortController();
    const { model, cancelled } = modelOf({ hangs: true });
    setTimeout(() => abort.abort(), 20);
    const provider = aiSdk({ model });
    expect((await hear(provider, requestOf(), abort.signal)).failure?.category).toBe("interrupted");
    expect((await hear(provider, requestOf(), abort.signal)).failure?.category).toBe("interrupted");
    expect(cancelled()).toBe(1);
  });

  test("a reader that stops cancels the stream", async () => {
    const { model, cancelled } = modelOf({ parts: [{ type: "text-delta", id: "0", delta: "So" }], hangs: true });
    const signal = new AbortController().signal;
    for await (const batch of aiSdk({ model }).stream(requestOf(), { signal })) if (batch.length > 0) break;
    expect(cancelled()).toBe(1);
  });
});
