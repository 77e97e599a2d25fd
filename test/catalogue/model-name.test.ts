/** Names of models: what is read out of each form. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readModelName } from "../../src/catalogue/model-name.ts";
import { providers } from "../../src/catalogue/providers.ts";

const names: Readonly<Record<string, string | undefined>> = {
  "anthropic/claude-sonnet-5": "anthropic claude-sonnet-5",
  "openrouter/anthropic/claude-sonnet-5": "openrouter anthropic/claude-sonnet-5",
  "openai-compatible/Qwen/Qwen3-8B": "openai-compatible Qwen/Qwen3-8B",
  "scripted//tmp/turns.json": "scripted /tmp/turns.json",
  "google/gemini-3.8-flash": "gemini gemini-3.8-flash",
  "Z-AI/glm-5.3": "zhipu glm-5.3",
  "llama.cpp/qwen3": "llamacpp qwen3",
  "nobody/knows-me": "nobody knows-me",
  "claude-opus-5-5": "anthropic claude-opus-5-5",
  "Claude-Opus-5-5": "anthropic Claude-Opus-5-5",
  "gpt-6.1-sol": "openai gpt-6.1-sol",
  "chatgpt-4o-latest": "openai chatgpt-4o-latest",
  "ft:gpt-4.1:acme::7p4": "openai ft:gpt-4.1:acme::7p4",
  o1: "openai o1",
  "o3-mini": "openai o3-mini",
  "o4-mini-2025-04-16": "openai o4-mini-2025-04-16",
  "gpt-oss:20b": "ollama gpt-oss:20b",
  "gemini-3.8-flash": "gemini gemini-3.8-flash",
  "kimi-k3": "moonshot kimi-k3",
  "moonshot-v1-128k": "moonshot moonshot-v1-128k",
  "qwen3.8-max": "qwen qwen3.8-max",
  "qwq-plus": "qwen qwq-plus",
  "qwen3:8b": "ollama qwen3:8b",
  "glm-5.3": "zhipu glm-5.3",
  "deepseek-flash": "deepseek deepseek-flash",
  "deepseek-r1:7b": "ollama deepseek-r1:7b",
  "grok-4.7": "xai grok-4.7",
  "mistral-large-latest": "mistral mistral-large-latest",
  "mistral-medium-3-5": "mistral mistral-medium-3-5",
  "devstral-2512": "mistral devstral-2512",
  "open-mixtral-8x22b": "mistral open-mixtral-8x22b",
  "mistral-small:24b": "ollama mistral-small:24b",
  "devstral:24b": "ollama devstral:24b",
  mistral: "ollama mistral",
  mixtral: "ollama mixtral",
  "llama3.3:70b": "ollama llama3.3:70b",
  "llama-3.3": "ollama llama-3.3",
  phi4: "ollama phi4",
  "phi-4-mini": "ollama phi-4-mini",
  gemma3: "ollama gemma3",
  "codellama:13b": "ollama codellama:13b",
  phind: undefined,
  ollie: undefined,
  o: undefined,
  "claude-": undefined,
  sonnet: undefined,
  "anthropic/": undefined,
  "/claude-sonnet-5": undefined,
  "/": undefined,
  "": undefined,
};

test.each(Object.entries(names))("%s is read as %s", (text, expected) => {
  const read = readModelName(text);
  expect(read && `${read.provider} ${read.model}`).toBe(expected);
});

test("any provider of the table is found by each of its names, and keeps any model as it is written", () => {
  const row = fc.constantFrom(...providers);
  const anyName = row.chain((row) => fc.tuple(fc.constant(row), fc.constantFrom(row.name, ...(row.otherNames ?? []))));
  fc.assert(
    fc.property(anyName, fc.string({ minLength: 1 }), ([row, name], model) => {
      expect(readModelName(`${name}/${model}`)).toEqual({ provider: row.name, model });
    }),
    { seed: 7 },
  );
});
