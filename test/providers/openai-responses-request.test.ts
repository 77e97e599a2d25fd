/** Requests of the Responses API, byte by byte. */
import { expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import { type ResponsesQuirks, responsesQuirks } from "../../src/providers/openai-responses-quirks.ts";
import { responsesWriter } from "../../src/providers/openai-responses-request.ts";
import { requestOf } from "../../src/testing/conformance/hearing.ts";

const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
const picture = { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" };
const reply = (model: string): Message => ({
  role: "assistant",
  model,
  parts: [
    { type: "reasoning", text: "Keel first.", carry: { item: "rs_1", encrypted: "c2VhbGVk" } },
    { type: "reasoning", text: "Then ribs.", carry: { item: "rs_1" } },
    { type: "text", text: "I look.", carry: { item: "msg_1", phase: "commentary" } },
    { type: "call", id: "a", name: "view", input: { path: "a.png" }, carry: { item: "fc_1" } },
    { type: "call", id: "b".repeat(70), name: "view", input: null, malformed: "{" },
  ],
});
const conversation = (model: string): readonly Message[] => [
  { role: "user", parts: [{ type: "text", text: "Look." }, image] },
  reply(model),
  {
    role: "tool",
    results: [
      { call: "a", name: "view", ok: true, parts: [{ type: "text", text: "a.png:" }, image] },
      {
        call: "b".repeat(70),
        name: "view",
        ok: false,
        parts: [{ type: "text", text: "Error [invalid_arguments]: no" }],
      },
    ],
  },
];
const sampling = { stream: true, temperature: 0.2, maxOutputTokens: 500, effort: "low" } as const;

const bodyOf = (name: string, model: string, messages: readonly Message[], quirks: ResponsesQuirks): unknown =>
  JSON.parse(
    responsesWriter({ name, model, quirks }).body(requestOf({ messages, sampling, system: ["One.", "Two."] })),
  );

const items = (own: boolean): readonly object[] => [
  { type: "message", role: "user", content: [{ type: "input_text", text: "Look." }, picture] },
  ...(own
    ? [
        {
          type: "reasoning",
          id: "rs_1",
          summary: [
            { type: "summary_text", text: "Keel first." },
            { type: "summary_text", text: "Then ribs." },
          ],
          encrypted_content: "c2VhbGVk",
        },
      ]
    : []),
  {
    type: "message",
    role: "assistant",
    ...(own ? { id: "msg_1", phase: "commentary" } : {}),
    content: [{ type: "output_text", text: "I look." }],
  },
  { type: "function_call", call_id: "a", name: "view", arguments: `{"path":"a.png"}`, ...(own ? { id: "fc_1" } : {}) },
  { type: "function_call", call_id: "b".repeat(64), name: "view", arguments: "{}" },
  { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "a.png:" }, picture] },
  { type: "function_call_output", call_id: "b".repeat(64), output: "Error [invalid_arguments]: no" },
];

const tools = [
  {
    type: "function",
    name: "read_file",
    description: "Reads a file.",
    parameters: { type: "object", properties: {} },
    strict: false,
  },
];

test("to OpenAI: what the model sent goes back to it as it was", () => {
  const quirks = responsesQuirks["openai"] ?? {};
  expect(bodyOf("openai", "gpt-5.2", conversation("openai/gpt-5.2"), quirks)).toEqual({
    model: "gpt-5.2",
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    max_output_tokens: 500,
    reasoning: { effort: "low", summary: "auto" },
    prompt_cache_key: "s-1",
    instructions: "One.\n\nTwo.",
    tools,
    input: items(true),
  });
});

test("to another model than the one that spoke, nothing that was carried goes", () => {
  expect(bodyOf("openai", "gpt-4.1", conversation("openai/gpt-5.2"), responsesQuirks["openai"] ?? {})).toEqual({
    model: "gpt-4.1",
    stream: true,
    store: false,
    max_output_tokens: 500,
    temperature: 0.2,
    prompt_cache_key: "s-1",
    instructions: "One.\n\nTwo.",
    tools,
    input: items(false),
  });
});

test("items whose thinking cannot be sent lose their ids", () => {
  const parts = [
    { type: "reasoning", text: "Hm.", carry: { item: "rs_1" } },
    { type: "text", text: "Aye.", carry: { item: "msg_1" } },
  ] as const;
  const messages: readonly Message[] = [{ role: "assistant", model: "local/hull", parts: [...parts] }];
  expect(bodyOf("local", "hull", messages, {})).toMatchObject({
    reasoning: { effort: "low" },
    input: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Aye." }] }],
  });
});

test("open thinking goes back to a model that does not hide it", () => {
  const parts = [{ type: "reasoning", text: "Hm.", carry: { item: "rs_1", open: "yes" } }] as const;
  const messages: readonly Message[] = [{ role: "assistant", model: "local/hull", parts: [...parts] }];
  const content = [{ type: "reasoning_text", text: "Hm." }];
  expect(bodyOf("local", "hull", messages, {})).toMatchObject({
    input: [{ type: "reasoning", id: "rs_1", summary: [], content }],
  });
});
