/** Keeps the plug-in tools: adds, removes and lists them, and checks one by really running it. */
import { accessSync } from "node:fs";
import { resolve } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import { addTool, type InstalledTool, removeTool, toolIn } from "../extensions/installed-tools.ts";
import { argvOf, ownFiles } from "../extensions/argv.ts";
import type { Here } from "../contract/options.ts";
import type { CheckedPlugin, Plugin, PluginKeeper } from "../contract/plugin.ts";
import { Paused } from "../contract/host.ts";
import { textOf } from "../contract/message.ts";
import type { OpenWorld } from "../contract/world.ts";
import { userTools } from "../configuration/tool-places.ts";
import { findProgram } from "../worlds/find-program.ts";
import { pluginsIn, pluginTool, requireOfferable, type Plugged } from "./plugins.ts";

export const pluginKeeper = ({ configuration, cwd, env, warn }: Here, openWorld: OpenWorld): PluginKeeper => {
  const place = userTools(env);
  const installed = (): Promise<readonly Plugged[]> => pluginsIn(configuration.toolPlaces ?? [], warn);
  return {
    list: async () => (await installed()).map(pluginOf),
    add: async (directory) => {
      const found = await toolIn(resolve(cwd, directory));
      requireOfferable(found);
      const older = await toolIn(resolve(place, found.manifest.name)).catch(() => undefined);
      return {
        plugin: pluginOf({ ...(await addTool(found, place)), source: "user" }),
        replaced: older?.manifest.version,
      };
    },
    remove: async (name) => {
      const directory = resolve(place, name);
      if (isName(name) && (await removeTool(name, place))) return directory;
      throw new KelsonError("not_found", `there is no tool ${JSON.stringify(name)} in ${place}`, {
        hint: "Those that are there: kelson tools list",
      });
    },
    check: async (nameOrDirectory, input) => {
      const named = isName(nameOrDirectory) ? await installed() : [];
      const found =
        named.find(({ manifest }) => manifest.name === nameOrDirectory) ??
        (await toolIn(resolve(cwd, nameOrDirectory)));
      requireOfferable(found);
      const faults = await faultsOf(found, cwd, env["PATH"]);
      const run =
        input === undefined || faults.length > 0 ? undefined : await runOnce(found, input, () => openWorld(cwd));
      return { plugin: pluginOf(found), faults, run };
    },
  };
};

const isName = (text: string): boolean => /^\w+$/u.test(text);

const mebibyte = 1024 * 1024;

const pluginOf = ({ directory, manifest, source }: InstalledTool & Partial<Plugged>): Plugin => {
  const { timeout, memory, allowed_paths: paths, input: _, output: __, ...told } = manifest;
  return { ...told, paths, timeoutMs: timeout * 1_000, memoryBytes: memory * mebibyte, directory, source };
};

/** What of its command is not there. */
const faultsOf = async (
  { directory, manifest }: InstalledTool,
  cwd: string,
  path: string | undefined,
): Promise<string[]> => {
  const [program] = await argvOf(manifest, directory);
  return [
    faultIn(() => findProgram(program, cwd, path)),
    ...ownFiles(manifest, directory).map((file) => faultIn(() => accessSync(file))),
  ].filter((fault) => fault !== undefined);
};

const faultIn = (look: () => void): string | undefined => {
  try {
    look();
    return undefined;
  } catch (error) {
    return sentenceOf(error);
  }
};

/** As a model's call would run, allowed all that its manifest asks for. */
const runOnce = async (
  installed: InstalledTool,
  input: unknown,
  open: () => ReturnType<OpenWorld>,
): Promise<CheckedPlugin["run"]> => {
  const world = await open();
  try {
    const { sandbox } = world.describe();
    const tool = pluginTool(installed, world.describe());
    const read = tool.input.parse(input);
    if (!read.ok) throw new KelsonError("bad_input", `${tool.name} cannot be called so: ${read.message}`);
    const outcome = await tool.run(read.value, {
      call: "check",
      world: world.narrow({ effects: tool.effects, anywhere: false, hosts: installed.manifest.hosts }),
      host: { ask: (question) => Promise.reject(new Paused(question)) },
      signal: new AbortController().signal,
      output: () => {},
    });
    if (!outcome.ok) return { ok: false, text: outcome.message, sandbox };
    const fits = tool.output?.parse(outcome.data) ?? { ok: true };
    const text = textOf(outcome.parts);
    return fits.ok
      ? { ok: true, text, sandbox }
      : { ok: false, text: `${text} does not fit its schema: ${fits.message}`, sandbox };
  } finally {
    await world.close();
  }
};
