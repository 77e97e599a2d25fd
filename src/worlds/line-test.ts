/** Makes a test of lines from a pattern, for the search without ripgrep: Rust's regular expressions as JavaScript's. */
import type { Pattern } from "./search.ts";

/** Throws one sentence for a pattern that is not understood. */
export const lineTest = ({ text, literal, ignoreCase }: Pattern): ((line: string) => boolean) => {
  const inline = literal ? null : /^\(\?([ims]+)\)/u.exec(text);
  const source = literal ? RegExp.escape(text) : translated(text.slice(inline?.[0].length ?? 0));
  const flags = ignoreCase || inline?.[1]?.includes("i") === true ? "i" : "";
  const expression = compile(source, flags, text);
  return (line) => expression.test(line);
};

/** Where the languages only write the same thing differently. */
const translated = (source: string): string =>
  source
    .replaceAll("(?P<", "(?<")
    .replaceAll(String.raw`\A`, "^")
    .replaceAll(String.raw`\z`, "$")
    .replaceAll("[:alpha:]", "a-zA-Z")
    .replaceAll("[:digit:]", "0-9")
    .replaceAll("[:alnum:]", "a-zA-Z0-9")
    .replaceAll("[:upper:]", "A-Z")
    .replaceAll("[:lower:]", "a-z")
    .replaceAll("[:space:]", String.raw`\s`);

/** With `u` some harmless escapes are errors, so it is tried without, too. */
const compile = (source: string, flags: string, text: string): RegExp => {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (cause) {
      throw new Error(`cannot search: ${JSON.stringify(text)} is not a regular expression`, { cause });
    }
  }
};
