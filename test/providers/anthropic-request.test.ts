/** Requests to Anthropic's API, byte by byte. */
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import { claudeTraits } from "../../src/providers/anthropic-model.ts";
import { anthropicBlocks, anthropicBody } from "../../src/providers/anthropic-request.ts";
import { requestOf } from "../../src/testing/conformance/hearing.ts";

const mark = { cache_control: { type: "ephemeral" } };
const said = (text: string): Message => ({ role: "user", parts: [{ type: "text", text }] });
const bodyOf = (request: Parameters<typeof requestOf>[0], model = "claude-sonnet-4-5"): unknown =>
  JSON.parse(anthropicBody(model, requestOf(request)));

const thinking = { type: "reasoning", text: "Hm.", carry: { signature: "c2ln" } } as const;
const reply: Message = {
  role: "assistant",
  model: "anthropic/claude-sonnet-4-5",
  parts: [
    thinking,
    { type: "reasoning", text: "", carry: { redacted: "c2VhbGVk" } },
    { type: "reasoning", text: "cut off before it was signed" },
    { type: "text", text: "I look." },
    { type: "call", id: "functions.read:0", name: "read_file", input: { path: "a.png" } },
    { type: "call", id: "c2", name: "read_file", input: null, malformed: "{" },
  ],
};
const results: Message = {
  role: "tool",
  results: [
    {
      call: "functions.read:0",
      name: "read_file",
      ok: true,
      parts: [
        { type: "text", text: "a.png:" },
        { type: "image", mediaType: "image/png", data: "AAAA" },
      ],
    },
    { call: "c2", name: "read_file", ok: false, parts: [{ type: "text", text: "Error [invalid_arguments]: no" }] },
  ],
};

test("a whole body: tools, system and the last two places a request ended are marked, nothing else", () => {
  expect(
    bodyOf({ messages: [said("Look at a.png"), reply, results], sampling: { stream: true, temperature: 0.5 } }),
  ).toEqual({
    model: "claude-sonnet-4-5",
    max_tokens: 32_000,
    stream: true,
    temperature: 0.5,
    tools: [
      {
        name: "read_file",
        description: "Reads a file.",
        input_schema: { type: "object", properties: {} },
        ...mark,
      },
    ],
    system: [{ type: "text", text: "You work on a machine.", ...mark }],
    messages: [
      { role: "user", content: [{ type: "text", text: "Look at a.png", ...mark }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "c2ln" },
          { type: "redacted_thinking", data: "c2VhbGVk" },
          { type: "text", text: "I look." },
          { type: "tool_use", id: "functions_read_0", name: "read_file", input: { path: "a.png" } },
          { type: "tool_use", id: "c2", name: "read_file", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "functions_read_0",
            content: [
              { type: "text", text: "a.png:" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
            ],
          },
          {
            type: "tool_result",
            tool_use_id: "c2",
            content: [{ type: "text", text: "Error [invalid_arguments]: no" }],
            is_error: true,
            ...mark,
          },
        ],
      },
    ],
  });
});

test("marks are laid over blocks that stay as they are", () => {
  const request = requestOf({ messages: [said("one"), reply, results, said("two")] });
  const unmarked = anthropicBody("claude-sonnet-4-5", request).replaceAll(`,"cache_control":{"type":"ephemeral"}`, "");
  for (const block of anthropicBlocks(request)) expect(unmarked).toContain(block);
  expect(anthropicBody("claude-sonnet-4-5", request).match(/cache_control/g)).toHaveLength(4);
});

test("where another model has answered meanwhile, the mark stands where this one's last request ended", () => {
  const foreign: Message = { role: "assistant", model: "other/model", parts: [{ type: "text", text: "Aye." }] };
  const texts = ["one", "two", "three"].map(said);
  const messages = [texts[0]!, reply, results, { ...reply, parts: foreign.parts }, texts[1]!, foreign, texts[2]!];
  const body = JSON.parse(anthropicBody("claude-sonnet-4-5", requestOf({ messages }))) as { messages: object[] };
  const marks = body.messages.flatMap((message, index) =>
    JSON.stringify(message).includes("cache_control") ? [index] : [],
  );
  expect(marks).toEqual([2, 6]);
});

test("another provider's thinking is left out, and a message that says nothing", () => {
  const foreign: Message = { role: "assistant", model: "other/model", parts: [thinking] };
  const spoken: Message = {
    role: "assistant",
    model: "other/model",
    parts: [thinking, { type: "text", text: "Aye." }],
  };
  expect(bodyOf({ tools: [], system: [""], messages: [said("a"), foreign, said(" "), spoken, said("b")] })).toEqual({
    model: "claude-sonnet-4-5",
    max_tokens: 32_000,
    stream: true,
    messages: [
      { role: "user", content: [{ type: "text", text: "a" }] },
      { role: "assistant", content: [{ type: "text", text: "Aye." }] },
      { role: "user", content: [{ type: "text", text: "b", ...mark }] },
    ],
  });
});

const effortful = (model: string, more: object = {}, messages = [said("a")]) => {
  const body = bodyOf({ messages, sampling: { stream: true, effort: "high", temperature: 1, ...more } }, model);
  const { max_tokens, thinking, output_config, temperature } = body as Record<string, unknown>;
  return { max_tokens, thinking, output_config, temperature };
};

describe("effort", () => {
  test.each([
    ["claude-sonnet-4-5-20250929", {}, 32_000, { type: "enabled", budget_tokens: 24_576 }, undefined],
    ["claude-opus-4-20250514", { maxOutputTokens: 4_000 }, 4_000, { type: "enabled", budget_tokens: 2_976 }, undefined],
    ["claude-3-7-sonnet-latest", { maxOutputTokens: 2_000 }, 2_000, undefined, 1],
    ["claude-3-5-haiku-latest", {}, 8_192, undefined, 1],
    ["claude-opus-4-6", {}, 32_000, { type: "adaptive", display: "summarized" }, undefined],
    ["claude-sonnet-5", { effort: undefined }, 32_000, undefined, undefined],
    ["kimi-k3", {}, 8_192, { type: "enabled", budget_tokens: 7_168 }, undefined],
  ])("%s %j", (model, more, max_tokens, thinking, temperature) => {
    const output_config = thinking?.type === "adaptive" ? { effort: "high" } : undefined;
    expect(effortful(model, more)).toEqual({ max_tokens, thinking, output_config, temperature });
  });

  test("a turn that was begun without signed thinking is ended without", () => {
    const plain: Message = { role: "assistant", model: "openai/gpt", parts: reply.parts.slice(3) };
    expect(effortful("claude-sonnet-4-5", {}, [said("a"), plain, results]).thinking).toBeUndefined();
    expect(effortful("claude-sonnet-4-5", {}, [said("a"), reply, results]).thinking).toBeDefined();
    expect(effortful("claude-sonnet-4-5", {}, [said("a"), plain, results, said("b")]).thinking).toBeDefined();
  });
});

test.each([
  ["claude-3-opus-20240229", "none", true, 4_096],
  ["claude-3-5-sonnet-20241022", "none", true, 8_192],
  ["claude-3-7-sonnet-20250219", "budget", true, 32_000],
  ["claude-sonnet-4-20250514", "budget", true, 32_000],
  ["claude-opus-4-1-20250805", "budget", true, 32_000],
  ["claude-sonnet-4.6", "adaptive", true, 32_000],
  ["claude-opus-4-7", "adaptive", false, 32_000],
  ["claude-fable-5", "adaptive", false, 32_000],
])("%s", (model, thinking, temperature, maxOutputTokens) => {
  expect(claudeTraits(model)).toEqual({ thinking, temperature, maxOutputTokens });
});
