/** The files that hold settings: the user's own, and that of a project. */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { KelsonError } from "../contract/error.ts";
import { parseJson } from "./check.ts";
import { projectDirectory } from "./project-content.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `$XDG_CONFIG_HOME/kelson/config.json`, by default below `~/.config`. */
export const configurationFile = (env: Environment): string =>
  join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), "kelson", "config.json");

/** The settings of a project; they count only when it is trusted. */
export const projectFile = (cwd: string): string => join(projectDirectory(cwd), "config.json");

/** Undefined when there is none. Rejects with `bad_input` when it cannot be read. */
export const textOfFile = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new KelsonError("bad_input", `${file} cannot be read: ${error.message}`, { cause: error });
  });

/** The settings in a file's text. */
export const settingsIn = (text: string, file: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new KelsonError("bad_input", `${file} must hold a JSON object, such as {"model": "anthropic/claude-sonnet-5"}`);
};
