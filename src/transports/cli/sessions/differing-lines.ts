/** Two texts around the place where they part, as lines with `-` and `+`. */
import type { BlockDifference } from "../../../contract/replay.ts";

const shownLines = 6;
const before = 2;
const shownChars = 400;
const charsBefore = 120;

export const differingLines = ({ recorded, now }: Pick<BlockDifference, "recorded" | "now">): string => {
  const [was, is] = [recorded.split("\n"), now.split("\n")];
  const same = was.findIndex((line, index) => line !== is[index]);
  const first = same === -1 ? was.length : same;
  const parting = partingOf(was[first] ?? "", is[first] ?? "");
  const left = countSameAtEnd(was.slice(first), is.slice(first));
  const marked = (mark: string, lines: readonly string[]): readonly string[] =>
    cut(lines).map((line, index) => `  ${mark} ${shortened(line, index === 0 ? parting : 0)}`);
  const lines = [
    ...was.slice(Math.max(0, first - before), first).map((line) => `    ${shortened(line, 0)}`),
    ...marked("-", was.slice(first, was.length - left)),
    ...marked("+", is.slice(first, is.length - left)),
  ];
  return `${lines.join("\n")}\n`;
};

/** Where two lines part. */
const partingOf = (was: string, is: string): number => {
  let at = 0;
  while (at < Math.min(was.length, is.length) && was[at] === is[at]) at += 1;
  return at;
};

/** A long line, but what stands around a place in it. */
const shortened = (line: string, around: number): string => {
  if (line.length <= shownChars) return line;
  const from = Math.max(0, Math.min(around - charsBefore, line.length - shownChars));
  const shown = line.slice(from, from + shownChars).toWellFormed();
  return `${from === 0 ? "" : "…"}${shown}${from + shownChars < line.length ? "…" : ""}`;
};

const countSameAtEnd = (was: readonly string[], is: readonly string[]): number => {
  let count = 0;
  while (count < Math.min(was.length, is.length) && was.at(-1 - count) === is.at(-1 - count)) count += 1;
  return count;
};

const cut = (lines: readonly string[]): readonly string[] =>
  lines.length <= shownLines ? lines : [...lines.slice(0, shownLines), `… ${lines.length - shownLines} more lines`];
