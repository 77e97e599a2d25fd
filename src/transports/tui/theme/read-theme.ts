/** Reads a theme that a person wrote: JSON with a name, the background it is for, and colours by role. */
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import { type Role, roles } from "../theme.ts";
import { isColor, names } from "./color.ts";
import { attributes, type Look } from "./paint.ts";

/** Roles that it lacks are those of the default. */
export interface ThemeFile {
  readonly name: string;
  readonly for: "dark" | "light";
  readonly colors: Readonly<Partial<Record<Role, Look>>>;
}

/** Throws a KelsonError that names the file, the place in it and the value. */
export const readTheme = (path: string, text: string): ThemeFile => {
  const file = parsed(path, text);
  const { name, for: background, colors = {}, ...others } = file;
  const fault = faultOf(path);
  if (typeof name !== "string" || !/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,39}$/u.test(name))
    throw fault("name", "up to 40 letters, digits, blanks, dots and dashes", name);
  if (background !== "dark" && background !== "light") throw fault("for", '"dark" or "light"', background);
  if (!isRecord(colors)) throw fault("colors", "an object with a colour for each role", colors);
  const [other] = Object.keys(others);
  if (other !== undefined) throw fault(other, "absent: a theme has name, for and colors", others[other]);
  const looks = Object.entries(colors).map(([role, value]) => [role, lookOf(role, value, fault)] as const);
  return { name, for: background, colors: Object.fromEntries(looks) };
};

type Fault = (place: string, right: string, value: unknown) => KelsonError;

const faultOf =
  (path: string): Fault =>
  (place, right, value) =>
    new KelsonError("bad_input", `the theme ${path} is not used: ${place} must be ${right}, got ${shown(value)}`);

const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 60);

const parsed = (path: string, text: string): Record<string, unknown> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new KelsonError("bad_input", `the theme ${path} is not used: it is no JSON (${sentenceOf(error)})`);
  }
  if (isRecord(value)) return value;
  throw faultOf(path)("the file", "an object with name, for and colors", value);
};

const lookOf = (role: string, value: unknown, fault: Fault): Look => {
  const place = `colors.${role}`;
  if (!Object.hasOwn(roles, role)) throw fault(place, `one of the roles ${Object.keys(roles).join(", ")}`, value);
  if (isColor(value)) return { fg: value };
  if (!isRecord(value)) throw fault(place, `${aColor}, or an object with fg, bg and attributes`, value);
  for (const [field, own] of Object.entries(value)) {
    if (field === "fg" || field === "bg") {
      if (!isColor(own)) throw fault(`${place}.${field}`, aColor, own);
    } else if (!Object.hasOwn(attributes, field))
      throw fault(`${place}.${field}`, `one of fg, bg, ${Object.keys(attributes).join(", ")}`, own);
    else if (typeof own !== "boolean") throw fault(`${place}.${field}`, "true or false", own);
  }
  return value;
};

const aColor = `a colour: one of ${names.join(", ")}, a number from 0 to 255, or #rrggbb`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
