/** Checks what a person set, key by key, and says in one sentence what would be right. */
import { z } from "zod";
import { KelsonError } from "../contract/error.ts";
import { type Configuration, configuration } from "../contract/options.ts";

export type Key = keyof Configuration;

/** Where values were set, what a key is called there, and whether all values are text there. */
export interface Place {
  readonly label: (key: string) => string;
  readonly textual: boolean;
}

/** The names of all settings. */
export const keys = Object.keys(configuration.shape) as Key[];

/** Rejects the first key or value that is wrong. */
export const checked = (values: Readonly<Record<string, unknown>>, place: Place): Configuration => {
  const entries = Object.entries(values).map(([key, value]) => [key, checkedValue(key, value, place)]);
  return Object.fromEntries(entries) as Configuration;
};

export const checkedValue = (key: string, value: unknown, place: Place): unknown => {
  if (!Object.hasOwn(configuration.shape, key)) {
    throw new KelsonError("bad_input", `${place.label(key)} is no key of the configuration`, {
      hint: `The keys are ${keys.join(", ")}.`,
    });
  }
  const schema: z.ZodType = configuration.shape[key as Key];
  const meant = typeof value === "string" ? (otherSpellings[key]?.[value] ?? value) : value;
  for (const candidate of place.textual && typeof meant === "string" ? [meant, parseJson(meant)] : [meant]) {
    const result = schema.safeParse(candidate);
    if (candidate !== undefined && result.success) return result.data;
  }
  throw new KelsonError("bad_input", `${place.label(key)} must be ${rightValue(schema)}, got ${shown(key, value)}`, {
    hint: value === "dontAsk" ? "To deny what would be asked, use the mode default with --on-ask deny." : undefined,
  });
};

/** A key that was mistyped is a key all the same. */
const shown = (key: string, value: unknown): string =>
  key === "apiKey" ? "a value that is not shown" : JSON.stringify(value);

/** What the same is called by others. Their `dontAsk` is no mode here but `onAsk: deny`, which is the rule anyway. */
const otherSpellings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  permissionMode: {
    acceptEdits: "accept-edits",
    bypassPermissions: "bypass",
    plan: "read-only",
    readOnly: "read-only",
  },
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

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
