/** The tools that a configuration offers: those of the house, and the plug-ins of the places that it names. */
import type { Here } from "../contract/options.ts";
import type { Tool } from "../contract/tool.ts";
import type { Confinement } from "../contract/world.ts";
import { agentTypes } from "./agent-types.ts";
import { names } from "./names.ts";
import type { Plugged } from "./plugins.ts";

/** The set of all plug-ins, for `allowedTools`. */
export const pluginSet = "plugins";

/** What a plug-in does to the world depends on what holds its programs there. */
export type Offer = (confinement: Pick<Confinement, "holds">) => readonly Tool[];

/** The default set is loaded alone, as most runs need no other. Rejects with `bad_input` for a name that is none. */
export const offeredTools = async ({
  configuration,
  env,
  warn,
}: Pick<Here, "configuration" | "env" | "warn">): Promise<Offer> => {
  const { allowedTools, disallowedTools, toolPlaces, maxAgents, maxAgentDepth } = configuration;
  const definitions = () => agentTypes({ configuration, warn });
  if (toolPlaces === undefined && allowedTools === undefined && disallowedTools === undefined) {
    const { defaultSet } = await import("../tools/default-set.ts");
    return () => defaultSet;
  }
  const [{ pick }, { searchFromEnvironment }, { pluginsIn, pluginTool }] = await Promise.all([
    import("../tools/tool-sets.ts"),
    import("../tools/web-search.ts"),
    import("./plugins.ts"),
  ]);
  const plugins = new Map((await pluginsIn(toolPlaces ?? [], warn)).map((plugged) => [plugged.manifest.name, plugged]));
  const search = searchFromEnvironment(env);
  const agents = agentSets.some((name) => names(allowedTools).includes(name)) ? await definitions() : undefined;
  const named = (list: string): (Tool | Plugged)[] =>
    names(list).flatMap((name): readonly (Tool | Plugged)[] => {
      if (name === pluginSet) return [...plugins.values()];
      const plugged = plugins.get(name);
      return plugged === undefined ? pick([name], { search, agents }) : [plugged];
    });
  const childless = maxAgents === 0 || maxAgentDepth === 0 ? named("agents") : [];
  const without = new Set([...named(disallowedTools ?? ""), ...childless].map(nameOf));
  const offered = new Map(named(allowedTools ?? `default,${pluginSet}`).map((each) => [nameOf(each), each] as const));
  const all = [...offered.values()].filter((each) => !without.has(nameOf(each)));
  return (confinement) => all.map((each) => ("manifest" in each ? pluginTool(each, confinement) : each));
};

/** What brings the tool `agent` along. */
const agentSets = ["agent", "agents", "full"];

const nameOf = (each: Tool | Plugged): string => ("manifest" in each ? each.manifest.name : each.name);
