/** The configuration: what a person set in the files, the environment and the flags; what comes later wins. */
import { checked, type Place } from "./check.ts";
import { fromEnvironment } from "./environment.ts";
import { configurationFile, settingsIn, textOfFile } from "./files.ts";
import { projectSettings } from "./trust.ts";
import { type Configuration, flagName, variableName } from "../contract/options.ts";

/** Where a program is started, and what it is told there. */
export interface ConfigurationPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, string | boolean>>;
  /** The directory whose project may have settings, too; absent, no project is looked at. */
  readonly cwd?: string;
  /** Hears that a project's settings do not count. */
  readonly warn?: (sentence: string) => void;
}

/** What one place set; `label` says where a key of it stands. */
export interface Layer {
  readonly settings: Configuration;
  readonly label: (key: string) => string;
}

/** Rejects with `bad_input`, naming the file, variable or flag, the value, and what would be right. */
export const readConfiguration = async (places: ConfigurationPlaces): Promise<Configuration> =>
  Object.assign({}, ...(await layersOf(places)).map(({ settings }) => settings)) as Configuration;

/** All places in order: what a later one sets wins. */
export const layersOf = async (places: ConfigurationPlaces): Promise<readonly Layer[]> => {
  const { env, flags } = places;
  const file = configurationFile(env);
  return [
    layer(settingsIn((await textOfFile(file)) ?? "{}", file), inFile(file)),
    ...(await projectLayer(places)),
    layer(fromEnvironment(env), { label: variableName, textual: true }),
    layer(flags, { label: flagName, textual: true }),
  ];
};

const projectLayer = async ({ cwd, env, warn = () => {} }: ConfigurationPlaces): Promise<Layer[]> => {
  const project = cwd === undefined ? undefined : await projectSettings(cwd, env);
  if (project === undefined) return [];
  const { file, settings, trust } = project;
  if (trust === "trusted") return [layer(settings, inFile(file))];
  const why = trust === "changed" ? "has changed since it was trusted" : "is not trusted";
  warn(`${file} ${why}, so it does not count; look at it, then: kelson trust`);
  return [];
};

const inFile = (file: string): Place => ({ label: (key) => `${file}: ${key}`, textual: false });

const layer = (settings: Readonly<Record<string, unknown>>, place: Place): Layer => ({
  settings: checked(settings, place),
  label: place.label,
});
