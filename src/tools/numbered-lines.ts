/** Lines as a model is shown them: each with its number and a tab, over-long ones cut. */
import { grouped } from "./counted.ts";

/** The lines of a text; a final newline ends the last line and begins no other. */
export const linesOf = (text: string): string[] => {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
};

/** Lines with their numbers, the first of them `from`. */
export const numbered = (lines: readonly string[], from: number): string =>
  lines.map((line, index) => `${from + index}\t${shortLine(line, 2000)}`).join("\n");

/** A line of at most `maxChars` characters, with a mark that says how many were cut. */
export const shortLine = (line: string, maxChars: number): string => {
  if (line.length <= maxChars) return line;
  // Never half of a surrogate pair: model APIs refuse JSON that holds one.
  const end = /[\uD800-\uDBFF]/.test(line.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
  return `${line.slice(0, end)}… [${grouped(line.length - end)} more characters]`;
};
