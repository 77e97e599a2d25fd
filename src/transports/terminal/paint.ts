/** Colours, where they are wanted. */
import { styleText } from "node:util";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = (style: Style, text: string) => string;

/** The customs of NO_COLOR, FORCE_COLOR and TERM=dumb; without them, colours are for terminals only. */
export const painter = (terminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint =>
  wanted(terminal, env) ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

/** A unified diff with its lines in colour; the names of the files stand before the first hunk. */
export const paintDiff = (diff: string, paint: Paint): string => {
  const lines = diff.split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  return lines.map((line, index) => paint(index < first ? "bold" : diffStyle(line), line)).join("\n");
};

const diffStyle = (line: string): Style => {
  if (line.startsWith("+")) return "green";
  if (line.startsWith("-")) return "red";
  return line.startsWith("@@") ? "cyan" : "dim";
};

const wanted = (terminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean => {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0";
  return terminal && env["TERM"] !== "dumb";
};
