/** Requests to Gemini, byte by byte. */
import { expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import { thinkingConfig } from "../../src/providers/gemini-model.ts";
import { geminiWriter } from "../../src/providers/gemini-request.ts";
import { requestOf } from "../../src/testing/conformance/hearing.ts";

const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
const picture = { inlineData: { mimeType: "image/png", data: "AAAA" } };
const conversation = (model: string): readonly Message[] => [
  { role: "user", parts: [{ type: "text", text: "Look." }, image] },
  {
    role: "assistant",
    model,
    parts: [
      { type: "reasoning", text: "A summary." },
      { type: "reasoning", text: "Hm.", carry: { signature: "dGhvdWdodA==" } },
      { type: "text", text: "I look." },
      { type: "text", text: "", carry: { signature: "dGV4dA==" } },
      { type: "call", id: "call_1_0", name: "view", input: { path: "a.png" }, carry: { signature: "Y2FsbA==" } },
      { type: "call", id: "srv-1", name: "view", input: null, malformed: "{", carry: { id: "srv-1" } },
    ],
  },
  {
    role: "tool",
    results: [
      { call: "call_1_0", name: "view", ok: true, parts: [image] },
      { call: "srv-1", name: "view", ok: false, parts: [{ type: "text", text: "Error [invalid_arguments]: no" }] },
    ],
  },
];

const bodyOf = (model: string, author: string, more: object = {}): unknown =>
  JSON.parse(
    geminiWriter({ name: "gemini", model }).body(requestOf({ messages: conversation(author), tools: [], ...more })),
  );

test("what the model sent goes back to it, each signature on its own part", () => {
  const sampling = { stream: true, temperature: 0.2, maxOutputTokens: 500, effort: "low" } as const;
  const tools = [
    { name: "view", description: "Views.", input: { type: "object", properties: { path: { type: "string" } } } },
    { name: "list", description: "Lists.", input: { type: "object", properties: {} } },
  ];
  expect(bodyOf("gemini-3.1-pro", "gemini/gemini-3.1-pro", { sampling, tools })).toEqual({
    contents: [
      { role: "user", parts: [{ text: "Look." }, picture] },
      {
        role: "model",
        parts: [
          { text: "Hm.", thought: true, thoughtSignature: "dGhvdWdodA==" },
          { text: "I look." },
          { text: "", thoughtSignature: "dGV4dA==" },
          { functionCall: { name: "view", args: { path: "a.png" } }, thoughtSignature: "Y2FsbA==" },
          { functionCall: { id: "srv-1", name: "view", args: {} } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "view", response: { output: "(the images follow)" } } },
          picture,
          { functionResponse: { id: "srv-1", name: "view", response: { error: "Error [invalid_arguments]: no" } } },
        ],
      },
    ],
    systemInstruction: { parts: [{ text: "You work on a machine." }] },
    tools: [
      {
        functionDeclarations: [
          {
            name: "view",
            description: "Views.",
            parameters: { type: "OBJECT", properties: { path: { type: "STRING" } } },
          },
          { name: "list", description: "Lists." },
        ],
      },
    ],
    generationConfig: {
      maxOutputTokens: 500,
      temperature: 0.2,
      thinkingConfig: { includeThoughts: true, thinkingLevel: "low" },
    },
  });
});

test("of another model's reply nothing goes that was carried, and its first call stands unsigned", () => {
  const parts = [
    { text: "I look." },
    { functionCall: { name: "view", args: { path: "a.png" } }, thoughtSignature: "skip_thought_signature_validator" },
    { functionCall: { name: "view", args: {} } },
  ];
  expect(bodyOf("gemini-3.1-pro", "gemini/gemini-2.5-pro")).toMatchObject({
    contents: [{}, { role: "model", parts }, { parts: [{ functionResponse: { name: "view" } }, {}, {}] }],
  });
  expect(JSON.stringify(bodyOf("gemini-2.5-pro", "openai/gpt"))).not.toContain("thoughtSignature");
});

test.each([
  ["gemini-2.0-flash", "high", undefined],
  ["gemini-2.5-flash", undefined, { includeThoughts: true }],
  ["gemini-2.5-pro", "medium", { includeThoughts: true, thinkingBudget: 8_192 }],
  ["gemini-2.5-flash-image", "medium", undefined],
  ["gemini-3-pro-preview", "medium", { includeThoughts: true, thinkingLevel: "high" }],
  ["gemini-3.8-flash", "medium", { includeThoughts: true, thinkingLevel: "medium" }],
  ["gemini-flash-latest", "low", { includeThoughts: true, thinkingLevel: "low" }],
  ["gemma-3-27b-it", "low", undefined],
] as const)("%s thinks with effort %s: %j", (model, effort, config) => {
  expect(thinkingConfig(model, effort)).toEqual(config);
});
