/** What begins with a dollar sign or a backtick, and process substitution: variables by name, the rest as what it runs. */
import type { ShellNode, WordPiece } from "../contract/shell.ts";
import { atEnd, deeper, expectText, peek, problem, type Reader, reader, startsWith, take } from "./reader.ts";

/** Reads what the dollar sign here begins; one that begins nothing is text. */
export const dollar = (from: Reader, quoted: boolean): WordPiece => {
  const start = from.at;
  if (startsWith(from, "$((")) return unknown(from, start, quoted, arithmetic(from, "$((", "))"));
  if (startsWith(from, "$(")) return unknown(from, start, quoted, [commandSubstitution(from)]);
  if (startsWith(from, "$[")) return problem("it uses the old arithmetic $[ ]");
  if (startsWith(from, "${")) return braced(from, quoted);
  nameAt.lastIndex = from.at + 1;
  const name = nameAt.exec(from.text)?.[0];
  from.at += 1 + (name?.length ?? 0);
  if (name === undefined) return { kind: "text", text: "$", quoted: true };
  return { kind: "variable", name, quoted };
};

const nameAt = /[A-Za-z_]\w*|[\d@*#?$!-]/uy;

/** `` `…` ``: the text inside is unescaped, then read as a script of its own. */
export const backtick = (from: Reader, quoted: boolean): WordPiece => {
  const start = from.at;
  from.at += 1;
  let inner = "";
  while (!startsWith(from, "`")) {
    if (atEnd(from)) problem("a backtick is not closed");
    const escaped = peek(from) === "\\" && `\`\\$${quoted ? '"' : ""}`.includes(peek(from, 1) || " ");
    if (escaped) from.at += 1;
    inner += peek(from);
    from.at += 1;
  }
  from.at += 1;
  const script = reader(from.grammar, inner, from.depth);
  const nodes = deeper(script, () => script.grammar.list(script, []));
  if (!atEnd(script)) problem(`the command in backticks cannot be read from ${rest(script)}`);
  return unknown(from, start, quoted, [nodes]);
};

/** `<(…)` and `>(…)`. */
export const processSubstitution = (from: Reader): WordPiece => {
  const start = from.at;
  from.at += 1;
  return unknown(from, start, false, [parenthesised(from, "a process substitution")]);
};

const commandSubstitution = (from: Reader): readonly ShellNode[] => {
  from.at += 1;
  return parenthesised(from, "a command substitution");
};

const parenthesised = (from: Reader, what: string): readonly ShellNode[] => {
  from.at += 1;
  const outer = from.pending;
  from.pending = [];
  const nodes = deeper(from, () => from.grammar.list(from, [")"]));
  if (from.pending.length > 0) problem(`a here-document in ${what} has no text`);
  from.pending = outer;
  expectText(from, ")", what);
  return nodes;
};

/** Reads arithmetic up to its end and gives what is run inside. */
export const arithmetic = (from: Reader, open: string, close: string): (readonly ShellNode[])[] => {
  from.at += open.length;
  const pieces: WordPiece[] = [];
  let depth = 0;
  while (depth > 0 || !startsWith(from, close)) {
    if (atEnd(from) || "'\\#\"[".includes(peek(from))) problem("its arithmetic cannot be read");
    if (depth === 0 && startsWith(from, ")")) problem(`${open} is not closed with ${close}`);
    if (startsWith(from, "(")) depth += 1;
    if (startsWith(from, ")")) depth -= 1;
    from.grammar.quotedPiece(from, pieces, "");
  }
  from.at += close.length;
  return runsOf(pieces);
};

// `${name}` is a variable; with an operator its value is unknown, but what it runs is read.
const braced = (from: Reader, quoted: boolean): WordPiece => {
  const start = from.at;
  bracedName.lastIndex = from.at;
  const name = bracedName.exec(from.text)?.[1];
  if (name !== undefined) {
    from.at = bracedName.lastIndex;
    return { kind: "variable", name, quoted };
  }
  subscript.lastIndex = from.at;
  if (subscript.test(from.text)) problem("a subscript cannot be read");
  from.at += 2;
  const pieces: WordPiece[] = [];
  deeper(from, () => {
    while (!take(from, "}")) {
      if (atEnd(from)) problem("${ is not closed");
      // Single quotes quote here only when the whole is not in double quotes, which no two shells agree about.
      if (quoted && startsWith(from, "'")) problem("a single quote stands in ${ } between double quotes");
      if (startsWith(from, "<(") || startsWith(from, ">(")) problem("a process substitution stands in ${ }");
      from.grammar.unquotedPiece(from, pieces);
    }
  });
  return unknown(from, start, quoted, runsOf(pieces));
};

const subscript = /\$\{[!#]?\w+\[(?![@*\w-]+\])/uy;

const bracedName = /\$\{([A-Za-z_]\w*|\d+|[@*#?$!-])\}/uy;

const runsOf = (pieces: readonly WordPiece[]): (readonly ShellNode[])[] =>
  pieces.flatMap((piece) => (piece.kind === "unknown" ? piece.runs : []));

const unknown = (from: Reader, start: number, quoted: boolean, runs: readonly (readonly ShellNode[])[]): WordPiece => {
  const source = from.text.slice(start, from.at);
  return { kind: "unknown", source, why: `what ${shown(source)} gives is known only when it runs`, quoted, runs };
};

const shown = (source: string): string => {
  const line = source.replaceAll(/\s+/gu, " ");
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
};

const rest = (from: Reader): string => JSON.stringify(from.text.slice(from.at, from.at + 20));
