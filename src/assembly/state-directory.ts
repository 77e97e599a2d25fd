/** Where the program keeps its sessions and what belongs to them. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { AssembleOptions } from "../contract/options.ts";

/** `$XDG_STATE_HOME/kelson`, by default below `~/.local/state`. */
export const stateDirectory = (env: AssembleOptions["env"] = process.env): string =>
  join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "kelson");

/** The same, unless the configuration names another. */
export const placeOf = ({ configuration, env }: Pick<AssembleOptions, "configuration" | "env">): string =>
  configuration.stateDir === undefined ? stateDirectory(env) : resolve(configuration.stateDir);
