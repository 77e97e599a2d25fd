/** The types of sub-agents that there are here: the built-in ones, and those of the places that count. */
import type { AgentDefinition } from "../contract/agent-definition.ts";
import type { Here } from "../contract/options.ts";

export const agentTypes = async ({
  configuration: { contentPlaces = [] },
  warn = () => {},
}: Pick<Here, "configuration" | "warn">): Promise<readonly AgentDefinition[]> => {
  const { builtInAgents } = await import("../tools/agents/built-in.ts");
  if (contentPlaces.every(({ kind }) => kind !== "agents")) return builtInAgents;
  const { agentDefinitions } = await import("../configuration/agent-definitions.ts");
  return agentDefinitions(builtInAgents, contentPlaces, warn);
};
