/** A request as each codec writes it: its blocks, and its body without cache marks. */
import type { ModelRequest } from "../../../src/contract/provider.ts";
import { aiSdkPrompt } from "../../../src/providers/ai-sdk-prompt.ts";
import { anthropicBlocks, anthropicBody } from "../../../src/providers/anthropic-request.ts";
import { geminiWriter } from "../../../src/providers/gemini-request.ts";
import { ollamaWriter } from "../../../src/providers/ollama-request.ts";
import { chatQuirks } from "../../../src/providers/openai-chat-quirks.ts";
import { chatWriter } from "../../../src/providers/openai-chat-request.ts";
import { responsesQuirks } from "../../../src/providers/openai-responses-quirks.ts";
import { responsesWriter } from "../../../src/providers/openai-responses-request.ts";

/** The models of the sessions: each of them is its own codec's, and a stranger to all the others. */
export const models = ["anthropic/claude-sonnet-4-5", "openai/gpt-5"] as const;

interface Wire {
  readonly blocks: readonly string[];
  /** Absent where a package makes the body. */
  readonly body?: string;
}

const mark = `,"cache_control":{"type":"ephemeral"}`;
const known = { window: undefined, thinks: true };
const ollama = ollamaWriter({ name: "ollama", model: "qwen3", keepAlive: undefined });
const aiSdk = aiSdkPrompt("openai/gpt-5");

const chat = (name: string) => {
  const writer = chatWriter({ name, model: "gpt-5", quirks: chatQuirks[name] ?? {} });
  return (request: ModelRequest): Wire => ({ blocks: writer.blocks(request), body: writer.body(request) });
};

const writers: Readonly<Record<string, (request: ModelRequest) => Wire>> = {
  "no codec": ({ tools, system, messages }) => ({
    blocks: [tools, ...system, ...messages].map((block) => JSON.stringify(block)),
  }),
  anthropic: (request) => ({
    blocks: anthropicBlocks(request),
    body: anthropicBody("claude-sonnet-4-5", request).replaceAll(mark, ""),
  }),
  responses: written(responsesWriter({ name: "openai", model: "gpt-5", quirks: responsesQuirks["openai"] ?? {} })),
  gemini: written(geminiWriter({ name: "openai", model: "gpt-5" })),
  ollama: (request) => ({ blocks: ollama.blocks(request), body: ollama.body(request, known) }),
  "chat openai": chat("openai"),
  "chat deepseek": chat("deepseek"),
  "chat mistral": chat("mistral"),
  "chat llama.cpp": chat("llama.cpp"),
  "ai sdk": (request) => {
    const { prompt, tools } = aiSdk(request, new AbortController().signal);
    return { blocks: [JSON.stringify(tools), ...prompt.map((message) => JSON.stringify(message))] };
  },
};

export type Wires = Readonly<Record<string, Wire>>;

export const wiresOf = (request: ModelRequest): Wires =>
  Object.fromEntries(Object.entries(writers).map(([name, write]) => [name, write(request)]));

/** The names of the codecs whose bytes do not begin with those before. */
export const parted = (before: Wires, now: Wires): string[] =>
  Object.keys(before).filter((name) => {
    const [first, second] = [before[name], now[name]];
    return first === undefined || second === undefined || !begins(first, second);
  });

const closing = "]}";

const begins = (first: Wire, second: Wire): boolean =>
  first.blocks.every((block, index) => block === second.blocks[index]) &&
  (first.body === undefined || second.body?.startsWith(first.body.slice(0, -closing.length)) === true);

function written(writer: {
  readonly blocks: (request: ModelRequest) => readonly string[];
  readonly body: (request: ModelRequest) => string;
}): (request: ModelRequest) => Wire {
  return (request) => ({ blocks: writer.blocks(request), body: writer.body(request) });
}
