/** What to replace in a text: a literal, or a regular expression with groups. */
import { lfView, occurrences, type Replacement } from "./replace-text.ts";

/** What is asked for. Without `multiline` a regular expression sees one line at a time, as grep's does. */
export interface PatternQuery {
  readonly find: string;
  readonly replace: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
}

/** Finds what is to be replaced in the LF view of a text. Throws one sentence for a text that would take too long. */
export type Pattern = (view: string) => Replacement[];

/** The pattern, or one sentence that says why there is none. */
export const pattern = (
  query: PatternQuery,
): { readonly ok: true; readonly find: Pattern } | { readonly ok: false; readonly message: string } => {
  if (query.find === "") return { ok: false, message: "find is empty; give the text to replace" };
  if (!query.regex && !query.ignoreCase) return { ok: true, find: literal(lfView(query.find), lfView(query.replace)) };
  if (query.regex && nested.test(query.find)) return { ok: false, message: tooSlow(query.find) };
  try {
    const flags = `g${query.multiline ? "m" : ""}${query.ignoreCase ? "i" : ""}`;
    const expression = query.regex ? compiled(query.find, flags) : new RegExp(RegExp.escape(lfView(query.find)), flags);
    const replacement = query.regex ? query.replace : lfView(query.replace).replaceAll("$", "$$$$");
    const whole = query.multiline || !query.regex;
    return { ok: true, find: (view) => (whole ? inText : byLine)(view, expression, replacement) };
  } catch (thrown) {
    return { ok: false, message: `find is not a regular expression of JavaScript: ${(thrown as Error).message}` };
  }
};

/** With `u` some harmless escapes are errors, so it is tried without, too. */
const compiled = (source: string, flags: string): RegExp => {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
};

const literal =
  (wanted: string, text: string): Pattern =>
  (view) =>
    occurrences(view, wanted).map((at) => ({ at, length: wanted.length, text }));

const byLine = (view: string, expression: RegExp, replacement: string): Replacement[] => {
  const found: Replacement[] = [];
  let at = 0;
  for (const line of view.split("\n")) {
    if (line.length > maxLineChars)
      throw new Error(`has a line of ${line.length} characters, too long for a regular expression`);
    for (const one of inText(line, expression, replacement)) found.push({ ...one, at: at + one.at });
    at += line.length + 1;
  }
  return found;
};

const inText = (text: string, expression: RegExp, replacement: string): Replacement[] =>
  [...text.matchAll(expression)].map((match) => ({
    at: match.index,
    length: match[0].length,
    text: expanded(replacement, match),
  }));

/** The replacement patterns of String.prototype.replace (ECMA-262, GetSubstitution), but those for what surrounds a match. */
const expanded = (replacement: string, match: RegExpExecArray): string =>
  replacement.replaceAll(/\$(?:\$|&|(\d{1,2})|<([^>]*)>)/g, (sign, digits?: string, name?: string) => {
    if (sign === "$$") return "$";
    if (sign === "$&") return match[0];
    if (name !== undefined) return match.groups === undefined ? sign : (match.groups[name] ?? "");
    const [group, rest] = groupIn(digits!, match.length - 1);
    return group === undefined ? sign : (match[group] ?? "") + rest;
  });

/** `$12` is the twelfth group, or the first and a 2 where there is no twelfth. */
const groupIn = (digits: string, groups: number): readonly [group: number | undefined, rest: string] => {
  const whole = Number(digits);
  if (whole >= 1 && whole <= groups) return [whole, ""];
  const first = Number(digits[0]);
  return digits.length === 2 && first >= 1 && first <= groups ? [first, digits[1]!] : [undefined, ""];
};

const maxLineChars = 20_000;

/** A repetition of something that ends in a repetition, such as (a+)+, can take a time that grows as a power of two. */
const nested = /(?<!\\)(?:[+*]|\{\d+,\d*\})\??\)(?:[+*]|\{\d+,)/;

const tooSlow = (find: string): string =>
  `find ${JSON.stringify(find)} repeats a group that ends in a repetition, which can take for ever; write it without`;
