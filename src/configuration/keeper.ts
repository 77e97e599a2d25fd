/** Looks into the configuration and changes the user's own file, for `kelson config` and `kelson trust`. */
import { z } from "zod";
import { type ConfigurationPlaces, layersOf } from "./configuration.ts";
import { KelsonError } from "../contract/error.ts";
import { configuration, type ConfigurationKeeper } from "../contract/options.ts";
import { checked } from "./check.ts";
import { configurationFile, settingsIn, textOfFile } from "./files.ts";
import { forgetAlways } from "./rules.ts";
import { forgetProject, trustProject } from "./trust.ts";
import { writePrivate } from "./write-private.ts";

export const keeper = (places: Omit<ConfigurationPlaces, "flags"> & { readonly cwd: string }): ConfigurationKeeper => {
  const { env, cwd } = places;
  const file = configurationFile(env);
  const write = (settings: object): Promise<void> => writePrivate(file, `${JSON.stringify(settings, null, 2)}\n`);
  return {
    file,
    show: async () => {
      const found = new Map<string, { value: unknown; from: string }>();
      for (const { settings, label } of await layersOf({ ...places, flags: {} })) {
        for (const [key, value] of Object.entries(settings)) found.set(key, { value, from: label(key) });
      }
      return [...found].map(([key, { value, from }]) => ({ key, value: secrets.has(key) ? "(hidden)" : value, from }));
    },
    set: async (key, text) => {
      const given = checked({ [key]: text }, { label: (name) => name, textual: true });
      await write({ ...settingsIn((await textOfFile(file)) ?? "{}", file), ...given });
    },
    init: async (settings) => {
      if ((await textOfFile(file)) !== undefined) throw new KelsonError("bad_input", `${file} is there already`);
      await write(settings);
    },
    schema: () => z.toJSONSchema(configuration, { io: "input" }),
    trust: () => trustProject(cwd, env),
    forget: () => forgetProject(cwd, env),
    forgetRule: (rule) => forgetAlways(cwd, env, rule),
  };
};

const secrets = new Set(["apiKey"]);
