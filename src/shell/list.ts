/** Lists of commands: what stands between `;`, `&`, newlines, `&&`, `||` and `|`. */
import type { ShellNode } from "../contract/shell.ts";
import { command } from "./command.ts";
import { skipNewlines } from "./heredoc.ts";
import { atEnd, peek, problem, type Reader, skipBlanks, startsWith, take } from "./reader.ts";
import { reservedAt } from "./reserved.ts";

/** Reads commands until one of the reserved words or closing characters `until`, or the end. At least one is read. */
export const list = (from: Reader, until: readonly string[], nodes: ShellNode[] = []): ShellNode[] => {
  skipNewlines(from);
  while (!atEnd(from) && !stops(from, until)) {
    const node = andOr(from);
    skipBlanks(from);
    if (startsWith(from, "&") && !startsWith(from, "&&")) {
      from.at += 1;
      nodes.push({ kind: "background", body: node });
    } else {
      nodes.push(node);
      if (startsWith(from, ";") && !startsWith(from, ";;") && !startsWith(from, ";&")) from.at += 1;
      else if (!atEnd(from) && peek(from) !== "\n" && !stops(from, until)) unexpected(from);
    }
    skipNewlines(from);
  }
  if (nodes.length === 0 && until.length > 0 && !until.includes(";;") && !until.includes(")")) {
    problem("a list of commands is empty");
  }
  return nodes;
};

const stops = (from: Reader, until: readonly string[]): boolean => {
  const reserved = reservedAt(from);
  return until.some((end) => (/^\w|[{}]$/u.test(end) ? reserved === end : startsWith(from, end)));
};

const andOr = (from: Reader): ShellNode => {
  let left = pipeline(from);
  for (;;) {
    skipBlanks(from);
    const operator = take(from, "&&") ? "&&" : take(from, "||") ? "||" : undefined;
    if (operator === undefined) return left;
    skipNewlines(from);
    left = { kind: "chain", operator, left, right: pipeline(from) };
  }
};

const pipeline = (from: Reader): ShellNode => {
  const negated = prefixes(from);
  const stages = [command(from)];
  for (;;) {
    skipBlanks(from);
    if (!startsWith(from, "|") || startsWith(from, "||")) break;
    from.at += startsWith(from, "|&") ? 2 : 1;
    skipNewlines(from);
    stages.push(command(from));
  }
  const [only] = stages;
  return only !== undefined && stages.length === 1 && !negated ? only : { kind: "pipeline", negated, stages };
};

// `time` measures and `!` negates the whole pipeline.
const prefixes = (from: Reader): boolean => {
  let negated = false;
  for (;;) {
    skipBlanks(from);
    const reserved = reservedAt(from);
    if (reserved === "!") negated = !negated;
    else if (reserved !== "time") return negated;
    from.at += reserved.length;
    if (reserved === "time") {
      skipBlanks(from);
      if (/^-p(?=[\s])/u.test(from.text.slice(from.at, from.at + 3))) from.at += 2;
    }
  }
};

const unexpected = (from: Reader): never =>
  problem(`${JSON.stringify(from.text.slice(from.at, from.at + 20))} is not expected there`);
