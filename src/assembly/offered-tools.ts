/** The tools that a configuration offers: those of the house, the plug-ins of the places that it names, and that for skills. */
import type { AgentDefinition } from "../contract/agent-definition.ts";
import type { Here } from "../contract/options.ts";
import type { Skills } from "../contract/skill.ts";
import type { Tool } from "../contract/tool.ts";
import type { Confinement } from "../contract/world.ts";
import { remembers } from "./memory.ts";
import { agentTypes } from "./agent-types.ts";
import { names } from "./names.ts";
import type { Plugged } from "./plugins.ts";
import { toolOfSkills } from "./skill-parts.ts";

/** The set of all plug-ins, for `allowedTools`. */
export const pluginSet = "plugins";

/** What a plug-in does to the world depends on what holds its programs there. */
export type Offer = (confinement: Pick<Confinement, "holds">) => readonly Tool[];

/** The default set is loaded alone, as most runs need no other. Rejects with `bad_input` for a name that is none. */
export const offeredTools = async (
  options: Pick<Here, "configuration" | "env" | "warn"> & { readonly saved?: boolean | undefined },
  skills?: Skills,
): Promise<Offer> => {
  const { configuration, env, warn } = options;
  const { allowedTools, disallowedTools, toolPlaces, maxAgents, maxAgentDepth } = configuration;
  const remembering = remembers(options) ? (await import("../tools/remembering-set.ts")).rememberingSet : [];
  const ofSkills = await toolOfSkills(skills);
  const childless = maxAgents === 0 || maxAgentDepth === 0;
  const agents = await agentTypes({ configuration, warn });
  const ofAgents = childless ? [] : await subAgents(agents);
  if (toolPlaces === undefined && allowedTools === undefined && disallowedTools === undefined) {
    const { defaultSet } = await import("../tools/default-set.ts");
    const all = [...defaultSet, ...ofSkills, ...remembering, ...ofAgents];
    return () => all;
  }
  const [{ pick }, { searchFromEnvironment }, { pluginsIn, pluginTool }] = await Promise.all([
    import("../tools/tool-sets.ts"),
    import("../tools/web-search.ts"),
    import("./plugins.ts"),
  ]);
  const plugins = new Map((await pluginsIn(toolPlaces ?? [], warn)).map((plugged) => [plugged.manifest.name, plugged]));
  const search = searchFromEnvironment(env);
  const named = (list: string): (Tool | Plugged)[] =>
    names(list).flatMap((name): readonly (Tool | Plugged)[] => {
      if (name === pluginSet) return [...plugins.values()];
      if (name === "skill") return ofSkills;
      const plugged = plugins.get(name);
      if (plugged !== undefined) return [plugged];
      return [...pick([name], { search, agents }), ...(withSkills.has(name) ? ofSkills : [])];
    });
  const without = new Set([...named(disallowedTools ?? ""), ...(childless ? named("agents") : [])].map(nameOf));
  const usual = ["default", ...[...remembering, ...ofAgents].map(nameOf), pluginSet].join(",");
  const offered = new Map(named(allowedTools ?? usual).map((each) => [nameOf(each), each] as const));
  const all = [...offered.values()].filter((each) => !without.has(nameOf(each)));
  return (confinement) => all.map((each) => ("manifest" in each ? pluginTool(each, confinement) : each));
};

const subAgents = async (types: readonly AgentDefinition[]): Promise<readonly Tool[]> => {
  const [{ agentTool }, { agentControl }] = await Promise.all([
    import("../tools/agents/agent.ts"),
    import("../tools/agents/agent-control.ts"),
  ]);
  return [agentTool(types), agentControl];
};

/** Sets that the tool for skills belongs to, where there are any. */
const withSkills = new Set(["default", "full"]);

const nameOf = (each: Tool | Plugged): string => ("manifest" in each ? each.manifest.name : each.name);
