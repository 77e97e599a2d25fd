/** Commands that hold others: groups, subshells, conditions, loops, `case`, `[[ ]]` and `(( ))`. */
import type { ShellNode, ShellWord } from "../contract/shell.ts";
import { arithmetic } from "./expansion.ts";
import { skipNewlines } from "./heredoc.ts";
import { atEnd, expectText, peek, problem, type Reader, skipBlanks, startsWith, take } from "./reader.ts";
import { reservedAt } from "./reserved.ts";
import { bareText, word } from "./word.ts";

/** Reads the compound command that the reserved word, or a parenthesis, begins; undefined when it begins none. */
export const compound = (from: Reader, reserved: string | undefined): ShellNode | undefined => {
  if (startsWith(from, "((")) return expression("((", arithmetic(from, "((", "))"));
  if (reserved === undefined) return startsWith(from, "(") ? subshell(from) : undefined;
  const read = readers[reserved];
  if (read === undefined) return problem(`${reserved} is not expected there`);
  from.at += reserved.length;
  return read(from);
};

const subshell = (from: Reader): ShellNode => {
  from.at += 1;
  const body = from.grammar.list(from, [")"]);
  expectText(from, ")", "a subshell");
  if (body.length === 0) problem("a subshell is empty");
  return { kind: "subshell", body };
};

const block = (from: Reader, ...ends: readonly string[]): readonly [readonly ShellNode[], string] => {
  const body = from.grammar.list(from, ends);
  const end = reservedAt(from);
  if (end === undefined || !ends.includes(end)) return problem(`${ends.join(" or ")} is missing`);
  from.at += end.length;
  return [body, end];
};

const group = (from: Reader): ShellNode => ({ kind: "group", body: block(from, "}")[0] });

const condition = (from: Reader): ShellNode => {
  const [test] = block(from, "then");
  const [body, end] = block(from, "elif", "else", "fi");
  const otherwise = end === "elif" ? [condition(from)] : end === "else" ? block(from, "fi")[0] : [];
  return { kind: "if", condition: test, body, otherwise };
};

const whileLoop =
  (until: boolean) =>
  (from: Reader): ShellNode => {
    const [test] = block(from, "do");
    return { kind: "loop", words: [], condition: test, until, body: block(from, "done")[0] };
  };

const forLoop = (from: Reader): ShellNode => {
  skipBlanks(from);
  if (startsWith(from, "((")) return countingLoop(from);
  const variable = bareText(word(from) ?? problem("for has no variable"));
  if (variable === undefined || !/^[A-Za-z_]\w*$/u.test(variable)) return problem("for has no variable");
  skipNewlines(from);
  const words = reservedAt(from) === "in" ? wordsOf(from) : [allArguments];
  skipBlanks(from);
  take(from, ";");
  return { kind: "loop", variable, words, condition: [], until: false, body: doBlock(from) };
};

const wordsOf = (from: Reader): readonly ShellWord[] => {
  from.at += "in".length;
  const words: ShellWord[] = [];
  for (;;) {
    skipBlanks(from);
    const next = word(from);
    if (next === undefined) return words;
    words.push(next);
  }
};

const allArguments: ShellWord = { source: '"$@"', pieces: [{ kind: "variable", name: "@", quoted: true }] };

const countingLoop = (from: Reader): ShellNode => {
  const start = from.at;
  const head = expression(from.text.slice(start), arithmetic(from, "((", "))"));
  skipBlanks(from);
  take(from, ";");
  return { kind: "loop", words: [], condition: [head], until: false, body: doBlock(from) };
};

const doBlock = (from: Reader): readonly ShellNode[] => {
  skipNewlines(from);
  if (reservedAt(from) !== "do") problem("a loop has no do");
  from.at += "do".length;
  return block(from, "done")[0];
};

const caseOf = (from: Reader): ShellNode => {
  skipBlanks(from);
  const subject = word(from) ?? problem("case has no word");
  skipNewlines(from);
  if (reservedAt(from) !== "in") problem("case has no in");
  from.at += "in".length;
  const branches: { patterns: readonly ShellWord[]; body: readonly ShellNode[] }[] = [];
  for (;;) {
    skipNewlines(from);
    if (reservedAt(from) === "esac") break;
    branches.push({ patterns: patterns(from), body: from.grammar.list(from, [";;", ";&", "esac"]) });
    if (!take(from, ";;&") && !take(from, ";;") && !take(from, ";&")) {
      if (reservedAt(from) !== "esac") problem("a branch of case does not end");
    }
  }
  from.at += "esac".length;
  return { kind: "case", word: subject, branches };
};

const patterns = (from: Reader): readonly ShellWord[] => {
  skipBlanks(from);
  take(from, "(");
  const found: ShellWord[] = [];
  for (;;) {
    skipBlanks(from);
    found.push(word(from) ?? problem("a pattern of case cannot be read"));
    skipBlanks(from);
    if (take(from, ")")) return found;
    expectText(from, "|", "a pattern of case");
  }
};

// Operators are skipped: of a test only its words matter, for what they run.
const test = (from: Reader): ShellNode => {
  const words: ShellWord[] = [];
  for (;;) {
    if (atEnd(from)) problem("[[ is not closed");
    skipNewlines(from);
    if (startsWith(from, ";")) problem("[[ is not closed");
    const next = word(from, "");
    if (next === undefined) from.at += 1;
    else if (bareText(next) === "]]") break;
    else words.push(next);
  }
  if (!/[\s;&|)<>]|^$/u.test(peek(from))) problem("]] is followed by something else");
  return { kind: "expression", words };
};

const expression = (source: string, runs: readonly (readonly ShellNode[])[]): ShellNode => ({
  kind: "expression",
  words: [{ source, pieces: [{ kind: "unknown", source, why: "arithmetic is not followed", quoted: true, runs }] }],
});

const readers: Readonly<Record<string, (from: Reader) => ShellNode>> = {
  "{": group,
  if: condition,
  while: whileLoop(false),
  until: whileLoop(true),
  for: forLoop,
  select: forLoop,
  case: caseOf,
  "[[": test,
};
