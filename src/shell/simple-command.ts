/** Simple commands (assignments, words and redirects) and the definition of functions, which begins like one. */
import type { ShellAssignment, ShellNode, ShellRedirect, ShellWord } from "../contract/shell.ts";
import { skipNewlines } from "./heredoc.ts";
import { peek, problem, type Reader, skipBlanks, startsWith, take } from "./reader.ts";
import { redirect } from "./redirect.ts";
import { isReserved } from "./reserved.ts";
import { bareText, word } from "./word.ts";

interface Building {
  readonly assignments: ShellAssignment[];
  readonly words: ShellWord[];
  readonly redirects: ShellRedirect[];
}

/** Reads a simple command, or the function that `name()` defines. */
export const simpleCommand = (from: Reader): ShellNode => {
  const building: Building = { assignments: [], words: [], redirects: [] };
  for (;;) {
    skipBlanks(from);
    const next = redirect(from);
    if (next !== undefined) building.redirects.push(next);
    else if (building.words.length === 1 && peek(from) === "(") return functionNamed(from, building);
    else if (!takeWord(from, building)) break;
  }
  const { assignments, words, redirects } = building;
  if (assignments.length + words.length + redirects.length === 0) problem("a command is missing");
  return { kind: "simple", assignments, words, redirects };
};

/** Reads the body of a function, from its parentheses if it has any. */
export const functionBody = (from: Reader, name: string, parentheses: boolean): ShellNode => {
  if (parentheses) {
    from.at += 1;
    skipBlanks(from);
    if (!take(from, ")")) problem(`"(" is not expected behind ${name}`);
  }
  skipNewlines(from);
  return {
    kind: "function",
    name,
    body: from.grammar.compound(from) ?? problem("a function's body is no compound command"),
  };
};

const functionNamed = (from: Reader, { assignments, words, redirects }: Building): ShellNode => {
  const name = words[0] === undefined ? undefined : bareText(words[0]);
  if (name === undefined || assignments.length + redirects.length > 0) return problem('"(" is not expected there');
  return functionBody(from, name, true);
};

const takeWord = (from: Reader, building: Building): boolean => {
  const assigned = building.words.length === 0 ? assignment(from) : undefined;
  if (assigned !== undefined) {
    building.assignments.push(assigned);
    return true;
  }
  if (subscriptAt(from)) problem("a subscript cannot be read");
  const next = word(from);
  if (next === undefined) return false;
  const text = bareText(next);
  if (building.words.length === 0 && text !== undefined && isReserved(text)) problem(`${text} stands where it cannot`);
  building.words.push(next);
  if (/^\{\w+\}$/u.test(text ?? "") && /[<>]/u.test(peek(from))) problem("a redirect names a variable");
  if (peek(from) === "(" && text?.endsWith("=") === true && declares(building)) building.words.push(array(from));
  return true;
};

const declares = ({ words }: Building): boolean =>
  words[0] !== undefined && /^(?:declare|typeset|local|export|readonly)$/u.test(bareText(words[0]) ?? "");

const assignmentAt = /([A-Za-z_]\w*)(\[[^\]\s'"`$\\;&|<>()[]*\])?(\+?)=/uy;

// Where an assignment may stand, what follows `name[` is a subscript up to its bracket, blanks and operators included.
const subscriptAt = (from: Reader): boolean => {
  openSubscript.lastIndex = from.at;
  return openSubscript.test(from.text);
};

const openSubscript = /[A-Za-z_]\w*\[(?![^\]\s'"`$\\;&|<>()[]*\])/uy;

const assignment = (from: Reader): ShellAssignment | undefined => {
  assignmentAt.lastIndex = from.at;
  const [whole, name = "", index, plus] = assignmentAt.exec(from.text) ?? [];
  if (whole === undefined) return undefined;
  from.at += whole.length;
  const append = plus === "+";
  if (peek(from) === "(") return { name, append, value: array(from) };
  const value = word(from) ?? { source: "", pieces: [] };
  if (index === undefined) return { name, append, value };
  return { name, append, value: { source: value.source, pieces: [...value.pieces, unknownPiece(whole, [])] } };
};

// An array's elements are not kept apart: what matters is what reading them runs.
const array = (from: Reader): ShellWord => {
  const start = from.at;
  from.at += 1;
  const words: ShellWord[] = [];
  for (;;) {
    skipNewlines(from);
    const next = word(from);
    if (next === undefined) break;
    if (/^\[(?![\w.-]*\])/u.test(next.source)) problem("a subscript cannot be read");
    words.push(next);
  }
  if (!startsWith(from, ")")) problem("an array is not closed");
  from.at += 1;
  const source = from.text.slice(start, from.at);
  const runs = words.flatMap(({ pieces }) => pieces.flatMap((piece) => (piece.kind === "unknown" ? piece.runs : [])));
  return { source, pieces: [unknownPiece(source, runs)] };
};

const unknownPiece = (source: string, runs: readonly (readonly ShellNode[])[]) =>
  ({ kind: "unknown", source, why: "the elements of arrays are not followed", quoted: true, runs }) as const;
