/** Tokens sent and billed by steps: with trimming and summaries, with summaries alone, and when everything is sent again. */
import { agent } from "../../src/index.ts";
import { fromZod, textOutcome, tool } from "../../src/contract/tool.ts";
import type { Part, Provider } from "../../src/contract/provider.ts";
import { anthropicBlocks } from "../../src/providers/anthropic-request.ts";
import { z } from "zod";
import type { Figure } from "../measure.ts";

const lengths = [50, 100, 200, 400];
const outputChars = 8_192;
const contextWindow = 200_000;
const charsPerToken = 4;

/** Of Anthropic's price of input: what a cache gives back, and what is written to it. */
const readPrice = 0.1;
const writePrice = 1.25;

const ways = {
  "trimmed and compacted": { contextWindow },
  "compacted alone": { contextWindow, trim: false },
} as const;
const whole = { trim: false, compaction: "off" } as const;

export const window = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const steps of lengths) {
    const replay = await tokensOf(steps, whole);
    for (const [name, way] of Object.entries(ways)) {
      const { sent, billed, cuts, most } = await tokensOf(steps, way);
      const note = `${cuts} cuts; longest request ${inThousands(most)}, bare ${inThousands(replay.most)}`;
      figures.push(
        {
          name: `tokens sent, ${steps} steps, ${name}`,
          kelson: sent / mega,
          bare: replay.sent / mega,
          unit: "M",
          note,
        },
        {
          name: `tokens billed, ${steps} steps, ${name}`,
          kelson: billed / mega,
          bare: replay.billed / mega,
          unit: "M",
        },
      );
    }
  }
  return figures;
};

const mega = 1_000_000;
const inThousands = (tokens: number): string => `${Math.round(tokens / 1_000)}k`;

interface Tokens {
  sent: number;
  /** As so many tokens of plain input. */
  billed: number;
  cuts: number;
  most: number;
}

const tokensOf = async (steps: number, way: (typeof ways)[keyof typeof ways] | typeof whole): Promise<Tokens> => {
  const tokens: Tokens = { sent: 0, billed: 0, cuts: 0, most: 0 };
  const task = agent({ ...way, model: counting(steps, tokens), tools: [read], mode: "bypass", maxSteps: 0 });
  for await (const { type } of task.run("Read all of it.")) {
    if (type === "context.trimmed" || type === "context.compacted") tokens.cuts += 1;
  }
  return tokens;
};

/** A model whose cache holds the last request; what is asked on the side reads it, and leaves it as it is. */
const counting = (steps: number, tokens: Tokens): Provider => {
  let cached: readonly string[] = [];
  return {
    model: "bench/counting",
    capabilities: { images: false, reasoning: false },
    async *stream(request) {
      const blocks = anthropicBlocks(request);
      const differs = blocks.findIndex((block, index) => block !== cached[index]);
      const kept = lengthOf(blocks.slice(0, differs === -1 ? blocks.length : differs));
      const input = lengthOf(blocks);
      tokens.sent += input;
      tokens.billed += kept * readPrice + (input - kept) * writePrice;
      tokens.most = Math.max(tokens.most, input);
      const { purpose = "answer", step } = request;
      if (purpose === "answer") cached = blocks;
      const parts = purpose === "answer" && step < steps ? reading(step) : said("Everything so far was read.");
      yield parts;
      const stop = parts.length > 1 ? "calls" : "end";
      yield [{ type: "finish", stop, usage: { input, output: 50, cacheRead: kept, cacheWrite: input - kept } }];
    },
  };
};

const lengthOf = (blocks: readonly string[]): number =>
  Math.ceil(blocks.reduce((sum, block) => sum + block.length, 0) / charsPerToken);

const said = (text: string): Part[] => [{ type: "text", id: "t", text }];

const reading = (step: number): Part[] => [
  { type: "call", id: "c", call: `call_${step}`, name: "read" },
  { type: "input", id: "c", json: JSON.stringify({ step }) },
];

const read = tool({
  name: "read",
  description: "gives a file",
  input: fromZod(z.object({ step: z.number() })),
  effects: ["read"],
  parallel: true,
  targets: () => [],
  run: ({ step }) => Promise.resolve(textOutcome(`${step} `.repeat(outputChars).slice(0, outputChars))),
});
