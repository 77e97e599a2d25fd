/** The plug-in tools of all places where they may stand: each name once, none that the house has itself. */
import { dirname } from "node:path";
import { contentOf } from "../configuration/project-content.ts";
import { type InstalledTool, installedTools } from "../extensions/installed-tools.ts";
import { manifestTool } from "../extensions/manifest-tool.ts";
import { KelsonError } from "../contract/error.ts";
import type { PluginPlace } from "../contract/plugin.ts";
import { failure, type Tool } from "../contract/tool.ts";
import { type Confinement, holdsPrograms } from "../contract/world.ts";
import { toolSets } from "../tools/tool-sets.ts";

export interface Plugged extends InstalledTool {
  readonly source: PluginPlace["source"];
  /** Why it must not run any more, as the end of a sentence. */
  readonly ended?: (() => Promise<string | undefined>) | undefined;
}

/** In the order of places and names. What is wrong, or has a name that is taken, is told to `warn` and left out. */
export const pluginsIn = async (
  places: readonly PluginPlace[],
  warn: (sentence: string) => void = () => {},
): Promise<readonly Plugged[]> => {
  const found = new Map<string, Plugged>();
  for (const { directory, source } of places) {
    const ended = source === "project" ? await whenChanged(dirname(directory)) : undefined;
    for (const installed of await installedTools(directory, warn)) {
      const { name } = installed.manifest;
      const first = found.get(name);
      const fault = first === undefined ? faultOf(installed) : `you have one of this name in ${first.directory}`;
      if (fault === undefined) found.set(name, { ...installed, source, ended });
      else warn(`the tool ${name} in ${installed.directory} is not offered: ${fault}`);
    }
  }
  return [...found.values()];
};

/** What a project brings counts as it was trusted, also while a session goes on. */
const whenChanged = async (project: string): Promise<Plugged["ended"]> => {
  const digest = async (): Promise<string | undefined> => (await contentOf(project).catch(() => undefined))?.digest;
  const trusted = await digest();
  return async () =>
    trusted !== undefined && (await digest()) === trusted
      ? undefined
      : `${project} has changed since it was trusted; when you have looked at it: kelson trust`;
};

/** As a tool, in a world that confines its programs so. */
export const pluginTool = (
  { directory, manifest, ended }: Pick<Plugged, "directory" | "manifest" | "ended">,
  confinement: Pick<Confinement, "holds">,
): Tool => {
  const made = manifestTool({ directory, manifest, sandbox: holdsPrograms(confinement) ? "on" : "off" });
  return {
    ...made,
    run: async (input, context) => {
      const why = await ended?.();
      return why === undefined ? made.run(input, context) : failure(`${made.name} does not run: ${why}`, "blocked");
    },
  };
};

/** KelsonError `bad_input` when it could not be offered as it is. */
export const requireOfferable = (installed: InstalledTool): void => {
  const fault = faultOf(installed);
  if (fault !== undefined) throw new KelsonError("bad_input", `${installed.directory}: ${fault}`);
};

/** Its name is taken, or one of its schemas is none. */
const faultOf = (installed: InstalledTool): string | undefined => {
  const { name } = installed.manifest;
  if (toolSets.full.includes(name) || name === "skill") return `${name} is the name of one of Kelson's own tools`;
  if (name === "plugins" || Object.hasOwn(toolSets, name)) return `${name} is the name of a set of tools`;
  try {
    pluginTool(installed, { holds: [] });
    return undefined;
  } catch (error) {
    if (error instanceof KelsonError) return error.message;
    throw error;
  }
};
