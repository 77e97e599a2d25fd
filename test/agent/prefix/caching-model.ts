/** A scripted model that remembers what it was sent, and whose usage tells of a cache that keeps every prefix it has read. */
import type { Part, Provider, ModelRequest } from "../../../src/contract/provider.ts";
import { sha256 } from "../../../src/log/chain.ts";
import type { Script } from "../../../src/providers/script.ts";
import { scripted } from "../../../src/providers/scripted.ts";

/** `before` may fail a request or let it hang. */
export interface CachingModel {
  readonly model: string;
  readonly script: Script;
  readonly before: (request: ModelRequest, signal: AbortSignal) => Promise<void>;
}

export const cachingModel = ({ model, script, before }: CachingModel): Provider => {
  const provider = scripted({ script, name: "prefix" });
  const cache = new Set<string>();
  return {
    ...provider,
    model,
    stream: async function* (request, options) {
      await before(request, options.signal);
      const usage = usageOf(request, cache);
      for await (const parts of provider.stream(request, options)) yield parts.map((part) => signed(part, usage));
    },
  };
};

/** Thinking comes signed, as every provider that wants it back has it. */
const signed = (part: Part, usage: ReturnType<typeof usageOf>): Part => {
  if (part.type === "finish") return { ...part, usage };
  return part.type === "reasoning"
    ? { ...part, carry: { signature: "c2ln", item: "rs_1", encrypted: "ZW5j", details: "[]" } }
    : part;
};

const leastTokens = 1_024;
const charsPerToken = 4;

const usageOf = ({ tools, system, messages }: ModelRequest, cache: Set<string>) => {
  let prefix = "";
  let chars = 0;
  let cacheRead = 0;
  for (const block of [tools, ...system, ...messages]) {
    const json = JSON.stringify(block);
    prefix = sha256(prefix + json);
    chars += json.length;
    const tokens = Math.ceil(chars / charsPerToken);
    if (tokens >= leastTokens && cache.has(prefix)) cacheRead = tokens;
    cache.add(prefix);
  }
  const input = Math.ceil(chars / charsPerToken);
  return { input, output: 10, cacheRead, cacheWrite: input >= leastTokens ? input - cacheRead : 0 };
};
