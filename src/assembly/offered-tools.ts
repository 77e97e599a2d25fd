/** The tools that a configuration offers: those of the house, the plug-ins of the places that it names, and that for skills. */
import type { Here } from "../contract/options.ts";
import type { Skills } from "../contract/skill.ts";
import type { Tool } from "../contract/tool.ts";
import type { Confinement } from "../contract/world.ts";
import { remembers } from "./memory.ts";
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
  const { allowedTools, disallowedTools, toolPlaces } = configuration;
  const remembering = remembers(options) ? (await import("../tools/remembering-set.ts")).rememberingSet : [];
  const ofSkills = await toolOfSkills(skills);
  if (toolPlaces === undefined && allowedTools === undefined && disallowedTools === undefined) {
    const { defaultSet } = await import("../tools/default-set.ts");
    const all = [...defaultSet, ...remembering, ...ofSkills];
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
      return [...pick([name], search), ...(withSkills.has(name) ? ofSkills : [])];
    });
  const without = new Set(named(disallowedTools ?? "").map(nameOf));
  const offered = new Map(
    named(allowedTools ?? ["default", ...remembering.map(nameOf), pluginSet].join(",")).map(
      (each) => [nameOf(each), each] as const,
    ),
  );
  const all = [...offered.values()].filter((each) => !without.has(nameOf(each)));
  return (confinement) => all.map((each) => ("manifest" in each ? pluginTool(each, confinement) : each));
};

/** Sets that the tool for skills belongs to, where there are any. */
const withSkills = new Set(["default", "full"]);

const nameOf = (each: Tool | Plugged): string => ("manifest" in each ? each.manifest.name : each.name);
