/** `kelson tools`: what a model may call, and what each tool does to the world. */
import { aboutSetting } from "../../../contract/options.ts";
import type { Define } from "../define.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (command, surroundings) => {
  command
    .command("list")
    .description("all tools, with what each does to the world")
    .option("--json", "one JSON object a line, with the schema of its input")
    .option("--allowed-tools <names>", aboutSetting("allowedTools"))
    .action((flags) => listTools(surroundings, flags));
};

interface ToolFlags {
  readonly json?: boolean;
  readonly allowedTools?: string;
}

const listTools = async (surroundings: Surroundings, { json, ...flags }: ToolFlags): Promise<void> => {
  const { stdout } = surroundings;
  const { tools: offered } = await surroundings.assemble();
  const tools = await offered({ configuration: await surroundings.configure(flags), env: surroundings.env });
  if (json) {
    for (const { name, description, input, effects, parallel } of tools) {
      stdout.write(`${JSON.stringify({ name, description, effects, parallel, input: input.json })}\n`);
    }
    return;
  }
  const rows = tools.map(({ name, effects, description }) => [name, effects.join(", ") || "none", description]);
  stdout.write(tableText([["TOOL", "EFFECTS", "WHAT IT DOES"], ...rows], tableWidth(stdout)));
};
