/** Where plug-in tools stand: the user's own, and those that a trusted project brings. */
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { PluginPlace } from "../contract/plugin.ts";
import { projectDirectory } from "./project-content.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `$XDG_DATA_HOME/kelson/tools`, by default below `~/.local/share`. */
export const userTools = (env: Environment): string =>
  join(env["XDG_DATA_HOME"] || join(env["HOME"] || homedir(), ".local", "share"), "kelson", "tools");

/** Those of both that have something in them, the user's first. `project` is the directory of a project that is trusted. */
export const toolPlaces = async (env: Environment, project: string | undefined): Promise<readonly PluginPlace[]> => {
  const places: PluginPlace[] = [
    { directory: userTools(env), source: "user" },
    ...(project === undefined
      ? []
      : [{ directory: join(projectDirectory(project), "tools"), source: "project" } as const]),
  ];
  const held = await Promise.all(places.map(({ directory }) => readdir(directory).catch(() => [])));
  return places.filter((_, index) => (held[index] ?? []).length > 0);
};
