/** `kelson models`: what is known of today's models. What is not known is a question mark, never a zero. */
import type { ModelFacts } from "../../../contract/model-facts.ts";
import { count } from "../../terminal/figures.ts";
import type { Define } from "../define.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (command, surroundings) => {
  command
    .argument("[text...]", "words that the name has to hold")
    .option("--search <text>", "the same")
    .option("--json", "one JSON object a line")
    .action((words: string[], flags: ModelFlags) => listModels(surroundings, words, flags));
};

interface ModelFlags {
  readonly search?: string;
  readonly json?: boolean;
}

const listModels = async (
  { stdout, stderr, assemble, configure }: Surroundings,
  words: readonly string[],
  { search = "", json = false }: ModelFlags,
): Promise<void> => {
  const text = [...words, search].join(" ").trim();
  const { models, source } = (await assemble()).models(text, await configure({}));
  if (json) {
    for (const model of models) stdout.write(`${JSON.stringify(model)}\n`);
    return;
  }
  if (models.length === 0) {
    stderr.write(
      `No known model has "${text}" in its name; it can be used all the same, and the setting models can say what is known of it.\n`,
    );
    return;
  }
  stdout.write(tableText([heading, ...models.map(modelRow)], tableWidth(stdout)));
  stderr.write(`Prices are USD per million tokens (${source}).\n`);
};

const heading = ["MODEL", "WINDOW", "OUTPUT", "IN", "OUT", "CACHE READ", "CACHE WRITE", "CAN"];

const modelRow = ({ name, window, outputLimit, prices, ...can }: ModelFacts): string[] => [
  name,
  window === undefined ? "?" : count(window),
  outputLimit === undefined ? "?" : count(outputLimit),
  ...[prices?.input, prices?.output, prices?.cacheRead, prices?.cacheWrite].map((usd) => usd?.toString() ?? "?"),
  [can.tools && "tools", can.images && "images", can.reasoning && "reasoning"].filter(Boolean).join(", "),
];
