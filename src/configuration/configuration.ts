/** The configuration: what a person set in the files, the environment and the flags; what comes later wins. */
import { dirname } from "node:path";
import { KelsonError } from "../contract/error.ts";
import { checked, type Place } from "./check.ts";
import { contentPlaces } from "./content-places.ts";
import { fromEnvironment } from "./environment.ts";
import { configurationFile, settingsIn, textOfFile } from "./files.ts";
import { promptFiles } from "./prompt-files.ts";
import { alwaysRules, rulesIn } from "./rules.ts";
import { toolPlaces } from "./tool-places.ts";
import { projectSettings } from "./trust.ts";
import { untrusted } from "./trusted.ts";
import { type Configuration, flagName, variableName } from "../contract/options.ts";
import type { RuleEntry } from "../contract/terms.ts";

/** Where a program is started, and what it is told there. */
export interface ConfigurationPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, string | boolean>>;
  /** The directory whose project may have settings, too; absent, no project is looked at. */
  readonly cwd?: string;
  /** Hears that a project's settings do not count. */
  readonly warn?: (sentence: string) => void;
}

/** What one place set; `label` says where a key of it stands, `source` whose word it is. */
export interface Layer {
  readonly source: RuleEntry["source"];
  readonly settings: Configuration;
  readonly label: (key: string) => string;
}

/** Rejects with `bad_input`, naming the file, variable or flag, the value, and what would be right. */
export const readConfiguration = async (places: ConfigurationPlaces): Promise<Configuration> => {
  const layers = await layersOf(places);
  const { cwd, env } = places;
  const rules = [
    ...(cwd === undefined ? [] : await alwaysRules(cwd, env)),
    ...layers.flatMap(({ settings, source, label }) => rulesIn(settings, source, label)),
  ];
  // A project's layer is there only when it is trusted.
  const plugged = await toolPlaces(env, layers.some(({ source }) => source === "project") ? cwd : undefined);
  const content = await contentPlaces(cwd, env, places.warn ?? (() => {}));
  const settings = Object.assign({}, ...layers.map((layer) => layer.settings)) as Configuration;
  return {
    ...settings,
    ...(rules.length > 0 && { rules }),
    ...(plugged.length > 0 && { toolPlaces: plugged }),
    contentPlaces: content,
  };
};

/** All places in order: what a later one sets wins. */
export const layersOf = async (places: ConfigurationPlaces): Promise<readonly Layer[]> => {
  const { env, flags } = places;
  const file = configurationFile(env);
  return [
    ...(await written("user", dirname(file))),
    layer("user", settingsIn((await textOfFile(file)) ?? "{}", file), inFile(file)),
    ...(await projectLayer(places)),
    layer("user", fromEnvironment(env), { label: variableName, textual: true }),
    layer("flags", flags, { label: flagName, textual: true }),
  ];
};

/** The files beside a configuration, which counts over them. */
const written = async (source: Layer["source"], directory: string): Promise<Layer[]> =>
  (await promptFiles(directory)).map((files) => ({ source, ...files }));

const projectLayer = async ({ cwd, env, warn = () => {} }: ConfigurationPlaces): Promise<Layer[]> => {
  const project = cwd === undefined ? undefined : await projectSettings(cwd, env);
  if (project === undefined) return [];
  const { file, directory, settings, trust } = project;
  if (trust === "trusted") return [...(await written("project", directory)), layer("project", settings, inFile(file))];
  warn(untrusted(directory, trust));
  return [];
};

const inFile = (file: string): Place => ({ label: (key) => `${file}: ${key}`, textual: false });

const layer = (source: Layer["source"], values: Readonly<Record<string, unknown>>, place: Place): Layer => {
  const settings = checked(values, place);
  if (source !== "flags" && settings.permissionMode === "bypass") {
    throw new KelsonError("bad_input", `${place.label("permissionMode")} must not be bypass`, {
      hint: "The mode bypass is only for the run whose command line says so: --permission-mode bypass.",
    });
  }
  return { source, settings, label: place.label };
};
