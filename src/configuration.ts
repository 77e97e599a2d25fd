/** The configuration: what a person set in the file, the environment and the flags; what comes later wins. */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { KelsonError } from "./contract/error.ts";
import { type Configuration, configuration, flagName, variableName } from "./contract/options.ts";

type Key = keyof Configuration;

/** Where values were set, what a key is called there, and whether all values are text there. */
interface Place {
  readonly label: (key: string) => string;
  readonly textual: boolean;
}

const keys = Object.keys(configuration.shape) as Key[];
const flagPlace: Place = { label: flagName, textual: true };
const variablePlace: Place = { label: variableName, textual: true };

/** Reads all three. Rejects with `bad_input`, naming the file, variable or flag, the value, and what would be right. */
export const readConfiguration = async (options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, string | boolean>>;
}): Promise<Configuration> => {
  const file = configurationFile(options.env);
  return {
    ...checked(await fromFile(file), { label: (key) => `${file}: ${key}`, textual: false }),
    ...checked(fromEnvironment(options.env), variablePlace),
    ...checked(options.flags, flagPlace),
  };
};

/** `$XDG_CONFIG_HOME/kelson/config.json`, by default below `~/.config`. */
export const configurationFile = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), "kelson", "config.json");

const fromFile = async (file: string): Promise<Readonly<Record<string, unknown>>> => {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "{}";
    throw new KelsonError("bad_input", `${file} cannot be read: ${error.message}`, { cause: error });
  });
  const value = parseJson(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new KelsonError("bad_input", `${file} must hold a JSON object, such as {"model": "anthropic/claude-sonnet-5"}`);
};

const fromEnvironment = (env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    keys
      .map((key) => [key, env[variableName(key)]] as const)
      .filter((entry): entry is [Key, string] => Boolean(entry[1])),
  );

const checked = (values: Readonly<Record<string, unknown>>, place: Place): Configuration => {
  const entries = Object.entries(values).map(([key, value]) => [key, checkedValue(key, value, place)]);
  return Object.fromEntries(entries) as Configuration;
};

const checkedValue = (key: string, value: unknown, place: Place): unknown => {
  if (!Object.hasOwn(configuration.shape, key)) {
    throw new KelsonError("bad_input", `${place.label(key)} is no key of the configuration`, {
      hint: `The keys are ${keys.join(", ")}.`,
    });
  }
  const schema: z.ZodType = configuration.shape[key as Key];
  for (const candidate of place.textual && typeof value === "string" ? [value, parseJson(value)] : [value]) {
    const result = schema.safeParse(candidate);
    if (candidate !== undefined && result.success) return result.data;
  }
  throw new KelsonError("bad_input", `${place.label(key)} must be ${rightValue(schema)}, got ${JSON.stringify(value)}`);
};

/** What would be right, in words, from the schema itself. */
const rightValue = (schema: z.ZodType): string => {
  const json = z.toJSONSchema(schema, { io: "input" });
  if (json.enum) return `one of ${json.enum.join(", ")}`;
  if (json.format === "uri") return "an http or https URL";
  if (json.type === "boolean") return "true or false";
  if (json.type === "object") return `an object with ${Object.keys(json.properties ?? {}).join(", ")}`;
  if (json.type === "string") return "a text that is not empty";
  const kind = json.type === "integer" ? "a whole number" : "a number";
  const to =
    json.maximum === undefined || json.maximum === Number.MAX_SAFE_INTEGER ? "" : ` and at most ${json.maximum}`;
  return `${kind} of at least ${json.minimum}${to}`;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
