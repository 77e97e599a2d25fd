/** `kelson tools`: what a model may call, what each tool does to the world, and the plug-ins among them. */
import { aboutSetting, flagName } from "../../../contract/options.ts";
import type { Plugin } from "../../../contract/plugin.ts";
import { cleanJson } from "../../terminal/clean.ts";
import type { Define } from "../define.ts";
import { addPlugin, checkPlugin, placeText, removePlugin } from "../plugins.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (command, surroundings, end) => {
  command
    .command("list")
    .description("all tools, with what each does to the world; plug-ins with where they stand and what they may do")
    .option("--json", "one JSON object a line, with the schema of its input")
    .option("--allowed-tools <names>", aboutSetting("allowedTools"))
    .action((flags) => listTools(surroundings, flags));
  command
    .command("add")
    .description("install a plug-in tool: a directory with a tool.json (docs/plugins.md)")
    .argument("<directory>", "is copied; an older one of the same name is replaced")
    .action((directory: string) => addPlugin(surroundings, directory));
  command
    .command("remove")
    .description("remove a plug-in tool that was added")
    .argument("<name>", "as `kelson tools list` shows it")
    .action((name: string) => removePlugin(surroundings, name));
  command
    .command("check")
    .description("whether a plug-in tool is as it should be; exit code 1 when it cannot run here or its run failed")
    .argument("<name>", "of one that is installed, or a directory with a tool.json")
    .option("--input <json>", "really run it with this, in the sandbox and in this directory")
    .option(`${flagName("sandbox")} <what>`, aboutSetting("sandbox"))
    .option("--json", "as one JSON object")
    .action(async (name: string, flags) => end(await checkPlugin(surroundings, name, flags)));
};

interface ToolFlags {
  readonly json?: boolean;
  readonly allowedTools?: string;
}

const listTools = async (surroundings: Surroundings, { json, ...flags }: ToolFlags): Promise<void> => {
  const { stdout, cwd, env, warn } = surroundings;
  const { tools: offered, plugins: keeper } = await surroundings.assemble();
  const configuration = await surroundings.configure(flags);
  const tools = await offered({ configuration, cwd, env, warn });
  // What is wrong with them has been said.
  const plugins =
    configuration.toolPlaces === undefined ? [] : await (await keeper({ configuration, cwd, env })).list();
  const plugged = new Map<string, Plugin>(plugins.map((plugin) => [plugin.name, plugin]));
  if (json) {
    for (const { name, description, input, effects, parallel } of tools) {
      const told = { name, description, effects, parallel, input: input.json, plugin: plugged.get(name) };
      stdout.write(`${cleanJson(JSON.stringify(told))}\n`);
    }
    return;
  }
  const rows = tools.map(({ name, effects, description }) => [name, effects.join(", ") || "none", description]);
  stdout.write(tableText([["TOOL", "EFFECTS", "WHAT IT DOES"], ...rows], tableWidth(stdout)));
  const offeredNames = new Set(tools.map(({ name }) => name));
  const shown = plugins.filter(({ name }) => offeredNames.has(name));
  if (shown.length === 0) return;
  const found = shown.map((plugin) => [plugin.name, plugin.version, plugin.permissions.join(", "), placeText(plugin)]);
  stdout.write(`\n${tableText([["PLUG-IN", "VERSION", "MAY", "FROM"], ...found], tableWidth(stdout))}`);
};
