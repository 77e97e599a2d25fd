/** Two texts around the place where they part, as lines with `-` and `+`. */
import type { BlockDifference } from "../../../contract/replay.ts";

const shownLines = 6;
const before = 2;

export const differingLines = ({ recorded, now }: Pick<BlockDifference, "recorded" | "now">): string => {
  const [was, is] = [recorded.split("\n"), now.split("\n")];
  const same = was.findIndex((line, index) => line !== is[index]);
  const first = same === -1 ? was.length : same;
  const left = countSameAtEnd(was.slice(first), is.slice(first));
  const lines = [
    ...was.slice(Math.max(0, first - before), first).map((line) => `    ${line}`),
    ...cut(was.slice(first, was.length - left)).map((line) => `  - ${line}`),
    ...cut(is.slice(first, is.length - left)).map((line) => `  + ${line}`),
  ];
  return `${lines.join("\n")}\n`;
};

const countSameAtEnd = (was: readonly string[], is: readonly string[]): number => {
  let count = 0;
  while (count < Math.min(was.length, is.length) && was.at(-1 - count) === is.at(-1 - count)) count += 1;
  return count;
};

const cut = (lines: readonly string[]): readonly string[] =>
  lines.length <= shownLines ? lines : [...lines.slice(0, shownLines), `… ${lines.length - shownLines} more lines`];
