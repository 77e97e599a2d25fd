/** `kelson prompt`: what a model would read here, now, with these flags; as a whole or by layers. Nothing is sent. */
import type { PromptView } from "../../../contract/options.ts";
import { textOf } from "../../../contract/message.ts";
import { cleanJson, cleanLine, cleanText } from "../../terminal/clean.ts";
import { count } from "../../terminal/figures.ts";
import { painter } from "../../terminal/paint.ts";
import type { Define } from "../define.ts";
import { addConfigurationFlags, configurationFlags } from "../flags.ts";
import { canAsk } from "../presenter.ts";
import type { Flags, Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (command, surroundings) => {
  command
    .argument("[task...]", "the task that it would be given")
    .option("--layers", "what it is made of: each layer with its source, place and size")
    .option("--json", "as one JSON object");
  addConfigurationFlags(command);
  command.action((words: string[], flags: PromptFlags) => prompt(surroundings, words.join(" "), flags));
};

type PromptFlags = Flags & { readonly layers?: boolean; readonly json?: boolean };

const prompt = async (surroundings: Surroundings, task: string, flags: PromptFlags): Promise<void> => {
  const { stdout, cwd, env, warn } = surroundings;
  const configuration = await surroundings.configure(configurationFlags(flags));
  const interactive = canAsk(surroundings, {
    format: "text",
    quiet: false,
    verbose: false,
    details: false,
    echo: false,
  });
  const options = { configuration, cwd, env, warn, interactive, saved: true };
  const view = await (await surroundings.assemble()).prompt(options, task);
  if (flags.json) {
    const { layers, ...whole } = view;
    stdout.write(`${cleanJson(JSON.stringify(flags.layers ? { layers } : whole))}\n`);
  } else if (flags.layers) stdout.write(layerTable(view, tableWidth(stdout)));
  else stdout.write(wholeText(view, painter(stdout.terminal, env)));
};

const layerTable = ({ layers }: PromptView, width: number): string => {
  const rows = layers.map(({ layer, source, position, chars, tokens }) => [
    layer,
    position,
    count(chars),
    `~${count(tokens)}`,
    cleanLine(source),
  ]);
  const sum = (of: "chars" | "tokens"): number => layers.reduce((all, layer) => all + layer[of], 0);
  const total = ["together", "", count(sum("chars")), `~${count(sum("tokens"))}`, ""];
  return tableText([["LAYER", "PLACE", "CHARACTERS", "TOKENS", "SOURCE"], ...rows, total], width);
};

const wholeText = ({ tools, system, messages }: PromptView, paint: ReturnType<typeof painter>): string => {
  const offered = tools.map(({ name, description, input }) => `${name}: ${description}\n${JSON.stringify(input)}`);
  const said = messages.flatMap((message) =>
    message.role === "user" ? message.parts.map((part) => textOf([part])) : [],
  );
  const sections = [
    ["tools", offered.join("\n\n")],
    ["system", system.join("\n\n")],
    ["user", said.join("\n\n")],
  ] as const;
  return sections
    .filter(([, text]) => text !== "")
    .map(([title, text]) => `${paint("dim", `── ${title} ──`)}\n${cleanText(text)}\n`)
    .join("\n");
};
