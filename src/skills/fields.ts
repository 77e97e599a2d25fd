/** Reads fields of front matter; what is wrong with one is said, and the usual stands in its place. */

export type Fields = Readonly<Record<string, unknown>>;

/** Hears the end of a sentence about the file. */
export type Say = (problem: string) => void;

/** In one line; what is longer than `most` characters is cut. */
export const textIn = (fields: Fields, key: string, most: number, say: Say): string | undefined => {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  const text = textOf(value);
  if (text === undefined) say(`has a ${key} that is no text`);
  if (text === undefined || text.length <= most) return text === "" ? undefined : text;
  say(`has a ${key} of ${text.length} characters, more than ${most}`);
  return `${text.slice(0, most - 1).toWellFormed()}…`;
};

export const flagIn = (fields: Fields, key: string, usual: boolean, say: Say): boolean => {
  const value = fields[key] ?? usual;
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  say(`has the ${key} ${JSON.stringify(value)}, which must be true or false`);
  return usual;
};

/** To YAML, `[file] [line]` begins a list, and 2 is a number. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.replaceAll(/\s+/gu, " ").trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) return `[${value.join(", ")}]`;
  return undefined;
};
