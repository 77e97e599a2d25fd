/** Text of models, tools and people as spans: clean, on one line or on as many as it has, without tabs. */
import { cleanLine, cleanText } from "../../terminal/clean.ts";
import type { Role } from "../theme.ts";
import { span, type Span } from "./span.ts";

/** On one line. */
export const words = (role: Role, text: string): Span => span(role, cleanLine(text));

/** The lines of a text, without blank ones around it. */
export const linesOf = (text: string): string[] =>
  cleanText(text)
    .replace(/^(?:[ \t]*\n)+/u, "")
    .trimEnd()
    .split("\n")
    .map(untabbed);

/** Tabs reach to every fourth column. */
export const untabbed = (line: string): string => {
  if (!line.includes("\t")) return line;
  let out = "";
  for (const [index, part] of line.split("\t").entries())
    out += index === 0 ? part : " ".repeat(tabColumns - (out.length % tabColumns)) + part;
  return out;
};

const tabColumns = 4;
