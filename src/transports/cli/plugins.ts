/** Plug-in tools on the command line: added, removed, and checked by really running one. */
import type { Plugin, PluginKeeper } from "../../contract/plugin.ts";
import { KelsonError } from "../../contract/error.ts";
import { cleanJson, cleanLine, cleanText } from "../terminal/clean.ts";
import type { Flags, Surroundings } from "./surroundings.ts";
import { tableText } from "./table-text.ts";

export const addPlugin = async (surroundings: Surroundings, directory: string): Promise<void> => {
  const { plugin, replaced } = await (await keeperOf(surroundings, {})).add(directory);
  surroundings.stdout.write(pluginText(plugin));
  const instead = replaced === undefined ? "" : `, in the stead of ${cleanLine(replaced)}`;
  surroundings.stderr.write(`${plugin.name} ${cleanLine(plugin.version)} is added${instead}.\n`);
};

export const removePlugin = async (surroundings: Surroundings, name: string): Promise<void> => {
  const directory = await (await keeperOf(surroundings, {})).remove(name);
  surroundings.stderr.write(`${cleanLine(directory)} is removed.\n`);
};

export interface CheckFlags {
  readonly input?: string;
  readonly json?: boolean;
  readonly sandbox?: string;
}

/** Gives back the exit code: 1 when it cannot run here, or its run failed. */
export const checkPlugin = async (
  surroundings: Surroundings,
  name: string,
  { input: text, json, ...flags }: CheckFlags,
): Promise<number> => {
  const { stdout, stderr } = surroundings;
  const input = text === undefined ? undefined : parsedInput(text);
  const checked = await (await keeperOf(surroundings, flags)).check(name, input);
  const { plugin, faults, run } = checked;
  const code = faults.length === 0 && run?.ok !== false ? 0 : 1;
  if (json) {
    stdout.write(`${cleanJson(JSON.stringify({ ok: code === 0, ...checked }))}\n`);
    return code;
  }
  for (const fault of faults) stderr.write(`✗ ${cleanLine(fault)}\n`);
  if (run === undefined) {
    stdout.write(pluginText(plugin));
    if (faults.length === 0) stderr.write(`✓ ${plugin.name} is as it should be; --input '{…}' really runs it.\n`);
    return code;
  }
  const held = run.sandbox === "none" ? "without a sandbox, as this user" : `in the sandbox ${run.sandbox}`;
  if (run.ok) stdout.write(`${cleanText(run.text)}\n`);
  stderr.write(run.ok ? `✓ It ran ${held}.\n` : `✗ It ran ${held}: ${cleanLine(run.text)}\n`);
  return code;
};

const parsedInput = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KelsonError("bad_input", `--input must be JSON, got ${text}`, { cause });
  }
};

const keeperOf = async (surroundings: Surroundings, flags: Flags): Promise<PluginKeeper> => {
  const { cwd, env, warn } = surroundings;
  const { plugins } = await surroundings.assemble();
  return plugins({ configuration: await surroundings.configure(flags), cwd, env, warn });
};

const mebibyte = 1024 * 1024;

/** What a person should know before a model may use it. */
const pluginText = (plugin: Plugin): string => {
  const { name, version, description, permissions, hosts, paths, command, timeoutMs, memoryBytes } = plugin;
  return tableText(
    [
      ["tool", `${name} ${version}`],
      ["is for", description],
      ["may", permissions.join(", ")],
      ...(hosts.length === 0 ? [] : [["hosts", hosts.join(", ")]]),
      ...(paths.length === 0 ? [] : [["paths", `the workspace, ${paths.join(", ")}`]]),
      ["runs", command.join(" ")],
      ["takes", `${timeoutMs / 1_000} s, ${memoryBytes / mebibyte} MB at most`],
      ["stands in", placeText(plugin)],
    ],
    Infinity,
  );
};

export const placeText = ({ directory, source }: Plugin): string =>
  source === "project" ? `${directory} (of the project)` : directory;
