/** Requests of Chat Completions, byte by byte. */
import { expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import { chatQuirks, type ChatQuirks } from "../../src/providers/openai-chat-quirks.ts";
import { chatWriter } from "../../src/providers/openai-chat-request.ts";
import { requestOf } from "../../src/testing/conformance/hearing.ts";

const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
const conversation: readonly Message[] = [
  {
    role: "user",
    parts: [
      { type: "text", text: "The rules." },
      { type: "text", text: "Look." },
    ],
  },
  {
    role: "assistant",
    model: "local/hull",
    parts: [
      { type: "reasoning", text: "Hm." },
      { type: "call", id: "a", name: "view", input: { path: "a.png" } },
      { type: "call", id: "b", name: "view", input: null, malformed: "{" },
    ],
  },
  {
    role: "tool",
    results: [
      { call: "a", name: "view", ok: true, parts: [image] },
      { call: "b", name: "view", ok: false, parts: [{ type: "text", text: "Error [invalid_arguments]: no" }] },
    ],
  },
  {
    role: "assistant",
    model: "anthropic/claude",
    parts: [
      { type: "reasoning", text: "Foreign." },
      { type: "text", text: "Aye." },
    ],
  },
  { role: "user", parts: [{ type: "text", text: "And this?" }, image] },
];
const tools = [
  {
    type: "function",
    function: { name: "read_file", description: "Reads a file.", parameters: { type: "object", properties: {} } },
  },
];
const sampling = { stream: true, temperature: 0.2, maxOutputTokens: 500, effort: "low" } as const;

const bodyOf = (name: string, model: string, quirks: ChatQuirks, more: object = {}): unknown =>
  JSON.parse(chatWriter({ name, model, quirks }).body(requestOf({ messages: conversation, sampling, ...more })));

const wireMessages = (content: null | "", thinking: object = {}) => [
  { role: "system", content: "You work on a machine.\n\nBe brief." },
  { role: "user", content: "The rules.\n\nLook." },
  {
    role: "assistant",
    content,
    ...thinking,
    tool_calls: [
      { id: "a", type: "function", function: { name: "view", arguments: `{"path":"a.png"}` } },
      { id: "b", type: "function", function: { name: "view", arguments: "{}" } },
    ],
  },
  { role: "tool", tool_call_id: "a", content: "(the images follow)" },
  { role: "tool", tool_call_id: "b", content: "Error [invalid_arguments]: no" },
  {
    role: "user",
    content: [
      { type: "text", text: "Images from view (a):" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ],
  },
  { role: "assistant", content: "Aye." },
  {
    role: "user",
    content: [
      { type: "text", text: "And this?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ],
  },
];
const system = ["You work on a machine.", "", "Be brief."];

test("to a compatible server", () => {
  expect(bodyOf("local", "hull", {}, { system })).toEqual({
    model: "hull",
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 500,
    temperature: 0.2,
    reasoning_effort: "low",
    tools,
    messages: wireMessages(""),
  });
});

test("to OpenAI", () => {
  expect(bodyOf("openai", "gpt-5.2", chatQuirks["openai"] ?? {}, { system })).toEqual({
    model: "gpt-5.2",
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 500,
    reasoning_effort: "low",
    prompt_cache_key: "s-1",
    tools,
    messages: wireMessages(null),
  });
});

test("without streaming, with the model's own thinking and nothing else", () => {
  const quirks = { thinkingField: "reasoning_content", usageOption: false } as const;
  expect(bodyOf("local", "hull", quirks, { system, tools: [], sampling: { stream: false } })).toEqual({
    model: "hull",
    stream: false,
    messages: wireMessages("", { reasoning_content: "Hm." }),
  });
});
