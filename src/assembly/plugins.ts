/** The plug-in tools of all places where they may stand: each name once, none that the house has itself. */
import { type InstalledTool, installedTools } from "../extensions/installed-tools.ts";
import { manifestTool } from "../extensions/manifest-tool.ts";
import { KelsonError } from "../contract/error.ts";
import type { PluginPlace } from "../contract/plugin.ts";
import type { Tool } from "../contract/tool.ts";
import { type Confinement, holdsPrograms } from "../contract/world.ts";
import { toolSets } from "../tools/tool-sets.ts";

export interface Plugged extends InstalledTool {
  readonly source: PluginPlace["source"];
}

/** In the order of places and names. What is wrong, or has a name that is taken, is told to `warn` and left out. */
export const pluginsIn = async (
  places: readonly PluginPlace[],
  warn: (sentence: string) => void = () => {},
): Promise<readonly Plugged[]> => {
  const found = new Map<string, Plugged>();
  for (const { directory, source } of places) {
    for (const installed of await installedTools(directory, warn)) {
      const { name } = installed.manifest;
      const first = found.get(name);
      const fault = first === undefined ? faultOf(installed) : `you have one of this name in ${first.directory}`;
      if (fault === undefined) found.set(name, { ...installed, source });
      else warn(`the tool ${name} in ${installed.directory} is not offered: ${fault}`);
    }
  }
  return [...found.values()];
};

/** As a tool, in a world that confines its programs so. */
export const pluginTool = ({ directory, manifest }: InstalledTool, confinement: Pick<Confinement, "holds">): Tool =>
  manifestTool({ directory, manifest, sandbox: holdsPrograms(confinement) ? "on" : "off" });

/** KelsonError `bad_input` when it could not be offered as it is. */
export const requireOfferable = (installed: InstalledTool): void => {
  const fault = faultOf(installed);
  if (fault !== undefined) throw new KelsonError("bad_input", `${installed.directory}: ${fault}`);
};

/** Its name is taken, or one of its schemas is none. */
const faultOf = (installed: InstalledTool): string | undefined => {
  const { name } = installed.manifest;
  if (toolSets.full.includes(name)) return `${name} is the name of one of Kelson's own tools`;
  if (name === "plugins" || Object.hasOwn(toolSets, name)) return `${name} is the name of a set of tools`;
  try {
    pluginTool(installed, { holds: [] });
    return undefined;
  } catch (error) {
    if (error instanceof KelsonError) return error.message;
    throw error;
  }
};
