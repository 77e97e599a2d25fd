/** What goes to each server of Chat Completions besides what goes to all. */
import { expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import { chatQuirks } from "../../src/providers/openai-chat-quirks.ts";
import { chatWriter } from "../../src/providers/openai-chat-request.ts";
import { shortId } from "../../src/providers/short-ids.ts";
import { question, requestOf } from "../../src/testing/conformance/hearing.ts";

type Body = Record<string, unknown> & { readonly messages: readonly Record<string, unknown>[] };

const bodyOf = (name: string, model: string, more: object = {}): Body => {
  const writer = chatWriter({ name, model, quirks: chatQuirks[name] ?? {} });
  const body = JSON.parse(writer.body(requestOf({ tools: [], system: [], ...more }))) as Body;
  return body;
};

const settingsOf = (name: string, model: string, stream = true): object => {
  const {
    messages: _,
    model: __,
    ...settings
  } = bodyOf(name, model, {
    sampling: { stream, effort: "high", temperature: 0.5, maxOutputTokens: 9 },
  });
  return settings;
};

const usual = { stream: true, stream_options: { include_usage: true }, temperature: 0.5 };
const limit = { max_tokens: 9 };

test.each<[string, string, object]>([
  ["openrouter", "x-ai/grok-5", { ...usual, ...limit, usage: { include: true }, reasoning: { effort: "high" } }],
  [
    "openrouter",
    "anthropic/claude-sonnet-4.5",
    {
      ...usual,
      ...limit,
      cache_control: { type: "ephemeral" },
      usage: { include: true },
      reasoning: { effort: "high" },
    },
  ],
  ["together", "openai/gpt-oss-120b", { ...usual, ...limit, reasoning_effort: "high" }],
  ["together", "moonshotai/Kimi-K2", { ...usual, ...limit }],
  ["groq", "openai/gpt-oss-120b", { ...usual, max_completion_tokens: 9, reasoning_effort: "high" }],
  ["groq", "qwen/qwen3-32b", { ...usual, max_completion_tokens: 9, reasoning_format: "parsed" }],
  ["deepseek", "deepseek-v4", { ...usual, ...limit, reasoning_effort: "high" }],
  [
    "moonshot",
    "kimi-k2.6",
    {
      stream: true,
      stream_options: { include_usage: true },
      ...limit,
      thinking: { type: "enabled" },
      prompt_cache_key: "s-1",
    },
  ],
  ["qwen", "qwen3-max", { ...usual, ...limit, enable_thinking: true, thinking_budget: 24_576 }],
  ["zhipu", "glm-5", { ...usual, ...limit, thinking: { type: "enabled" } }],
  ["xai", "grok-4", { ...usual, ...limit }],
  ["xai", "grok-4.20-0309-reasoning", { ...usual, ...limit }],
  ["xai", "grok-4.6", { ...usual, ...limit, reasoning_effort: "high" }],
  ["xai", "grok-3-mini", { ...usual, ...limit, reasoning_effort: "high" }],
  ["mistral", "devstral", { stream: true, temperature: 0.5, ...limit }],
  [
    "azure",
    "gpt-5.2",
    { stream: true, stream_options: { include_usage: true }, max_completion_tokens: 9, reasoning_effort: "high" },
  ],
  ["azure", "gpt-4.1", { ...usual, max_completion_tokens: 9 }],
  ["chutes", "deepseek-ai/DeepSeek-V3", { ...usual, ...limit }],
  ["fireworks", "accounts/fireworks/models/glm-5", { ...usual, ...limit, reasoning_effort: "high" }],
  ["cerebras", "gpt-oss-120b", { ...usual, max_completion_tokens: 9, reasoning_effort: "high" }],
  ["lm-studio", "qwen3-8b", { ...usual, ...limit }],
  ["vllm", "qwen3-8b", { ...usual, ...limit, reasoning_effort: "high" }],
  ["llama.cpp", "gpt-oss", { ...usual, ...limit, reasoning_effort: "high" }],
])("%s %s", (name, model, settings) => {
  expect(settingsOf(name, model)).toEqual(settings);
});

test("Qwen's models that think on demand are told not to where nothing streams", () => {
  expect(settingsOf("qwen", "qwen3-max", false)).toEqual({
    stream: false,
    temperature: 0.5,
    ...limit,
    enable_thinking: false,
  });
  expect(settingsOf("qwen", "qwen3-coder-plus", false)).toEqual({ stream: false, temperature: 0.5, ...limit });
});

const thought = (model: string, calls: boolean): Message => ({
  role: "assistant",
  model,
  parts: [
    {
      type: "reasoning",
      text: "Hm.",
      carry: { details: `[{"type":"reasoning.text","text":"Hm.","signature":"c2ln"}]` },
    },
    { type: "text", text: "Aye." },
    ...(calls ? [{ type: "call", id: "call_long_id", name: "list", input: {} } as const] : []),
  ],
});

test.each<[string, string, boolean, object]>([
  ["deepseek", "deepseek/m", true, { reasoning_content: "Hm." }],
  ["deepseek", "deepseek/m", false, {}],
  ["deepseek", "other/m", true, { reasoning_content: " " }],
  ["moonshot", "moonshot/m", true, { reasoning_content: "Hm." }],
  ["zhipu", "zhipu/m", true, { reasoning_content: "Hm." }],
  ["zhipu", "other/m", true, {}],
  ["groq", "groq/m", true, {}],
  [
    "openrouter",
    "openrouter/m",
    true,
    { reasoning_details: [{ type: "reasoning.text", text: "Hm.", signature: "c2ln" }] },
  ],
  ["openrouter", "openrouter/n", true, {}],
])("to %s from %s (calls: %s) thinking goes back as %j", (name, author, calls, thinking) => {
  const { tool_calls: _, ...message } = bodyOf(name, "m", { messages: [thought(author, calls)] }).messages[0] ?? {};
  expect(message).toEqual({ role: "assistant", content: "Aye.", ...thinking });
});

test("to Mistral: short ids, images in results, and the assistant speaks between results and the user", () => {
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  const results: Message = {
    role: "tool",
    results: [{ call: "call_long_id", name: "list", ok: true, parts: [{ type: "text", text: "a:" }, image] }],
  };
  const id = shortId("call_long_id");
  expect(bodyOf("mistral", "m", { messages: [thought("mistral/m", true), results, question] }).messages).toEqual([
    {
      role: "assistant",
      content: "Aye.",
      tool_calls: [{ id, type: "function", function: { name: "list", arguments: "{}" } }],
    },
    {
      role: "tool",
      tool_call_id: id,
      name: "list",
      content: [
        { type: "text", text: "a:" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    },
    { role: "assistant", content: "I have read the results." },
    { role: "user", content: "What is in the two files?" },
  ]);
});

test("short ids are nine letters and digits, the same each time and different from each other", () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => shortId(`call_${index}_0`));
  expect(ids.every((id) => /^[a-z0-9]{9}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(5_000);
  expect([shortId("k3elR1bs9"), shortId("call_7_0")]).toEqual(["k3elR1bs9", ids[7]]);
});
