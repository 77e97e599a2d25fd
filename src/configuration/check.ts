/** Checks what a person set, key by key, and says in one sentence what would be right. */
import type { z } from "zod";
import { KelsonError } from "../contract/error.ts";
import { type Configuration, configuration, type SettingKey } from "../contract/options.ts";
import { faultIn } from "./fault.ts";

export type Key = SettingKey;

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
  const written = place.textual && typeof meant === "string" ? parseJson(meant) : undefined;
  for (const candidate of written === undefined ? [meant] : [meant, written]) {
    const result = schema.safeParse(candidate);
    if (result.success) return result.data;
  }
  // Text that was meant as an object has its fault within; any other is named as it was written.
  const { at, says } = faultIn(schema, typeof written === "object" ? written : value);
  // A key that was mistyped is a key all the same.
  const sentence = key === "apiKey" ? says.replace(/, got .*$/su, "") : says;
  throw new KelsonError("bad_input", `${place.label(key)}${at} ${sentence}`, {
    hint: value === "dontAsk" ? "To deny what would be asked, use the mode default with --on-ask deny." : undefined,
  });
};

/** What the same is called by others. Their `dontAsk` is no mode here but `onAsk: deny`, which is the rule anyway. */
const otherSpellings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  permissionMode: {
    acceptEdits: "accept-edits",
    bypassPermissions: "bypass",
    readOnly: "read-only",
  },
};

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
