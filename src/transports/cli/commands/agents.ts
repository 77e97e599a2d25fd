/** `kelson agents`: the types of sub-agents that a model may start here. */
import { KelsonError } from "../../../contract/error.ts";
import type { AgentDefinition } from "../../../contract/agent-definition.ts";
import { cleanJson, cleanLine, cleanText } from "../../terminal/clean.ts";
import type { Define } from "../define.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (command, surroundings) => {
  command
    .command("list")
    .description("all types, with where each stands")
    .option("--json", "one JSON object a line")
    .action((flags) => listAgents(surroundings, flags));
  command
    .command("show")
    .description("one type: what it may use, and what it is told")
    .argument("<name>", "as `kelson agents list` shows it")
    .action((name: string) => showAgent(surroundings, name));
};

const agentsHere = async ({ assemble, configure, cwd, env, warn }: Surroundings): Promise<readonly AgentDefinition[]> =>
  (await assemble()).agents({ configuration: await configure({}), cwd, env, warn });

const listAgents = async (surroundings: Surroundings, { json }: { readonly json?: boolean }): Promise<void> => {
  const { stdout } = surroundings;
  const types = await agentsHere(surroundings);
  if (json) for (const type of types) stdout.write(`${cleanJson(JSON.stringify(type))}\n`);
  else {
    const rows = types.map(({ name, path, source, description }) => [name, path ?? source, description]);
    stdout.write(tableText([["AGENT", "FROM", "WHAT IT IS FOR"], ...rows], tableWidth(stdout)));
  }
};

const showAgent = async (surroundings: Surroundings, wanted: string): Promise<void> => {
  const types = await agentsHere(surroundings);
  const type = types.find(({ name }) => name === wanted);
  if (type === undefined) {
    throw new KelsonError("not_found", `there is no agent ${JSON.stringify(wanted)}`, {
      hint: `The agents are ${types.map(({ name }) => name).join(", ")}.`,
    });
  }
  const { name, description, tools, model, steps, source, path, prompt } = type;
  const lines = [
    `${name}: ${description}`,
    `from: ${path ?? source}`,
    `tools: ${tools?.join(", ") ?? "those of the session that starts it"}`,
    `model: ${model ?? "that of the session that starts it"}`,
    ...(steps === undefined ? [] : [`steps: at most ${steps}`]),
  ];
  surroundings.stdout.write(`${lines.map((line) => `${cleanLine(line)}\n`).join("")}\n${cleanText(prompt)}\n`);
};
