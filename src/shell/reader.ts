/** Where the parser stands in a line, and the few steps it takes from there. */
import type { ShellNode, ShellWord, WordPiece } from "../contract/shell.ts";

/** The rules that need each other, handed along so that no file of the parser imports in a circle. */
export interface Grammar {
  readonly list: (from: Reader, until: readonly string[]) => readonly ShellNode[];
  /** A compound command with its redirects; undefined when none begins here. */
  readonly compound: (from: Reader) => ShellNode | undefined;
  readonly quotedPiece: (from: Reader, pieces: WordPiece[], escapable: string) => void;
  readonly unquotedPiece: (from: Reader, pieces: WordPiece[]) => void;
}

export interface Reader {
  readonly grammar: Grammar;
  readonly text: string;
  at: number;
  /** How deep substitutions and compound commands are nested here. */
  depth: number;
  /** Here-documents whose bodies begin after the next newline. */
  pending: PendingHeredoc[];
}

export interface PendingHeredoc {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  readonly fill: (body: ShellWord) => void;
}

/** Why a line cannot be read, as a sentence without a full stop. Never leaves the parser. */
export class ShellProblem extends Error {}

export const reader = (grammar: Grammar, text: string, depth = 0): Reader => ({
  grammar,
  text,
  at: 0,
  depth,
  pending: [],
});

export const problem = (sentence: string): never => {
  throw new ShellProblem(sentence);
};

export const peek = (from: Reader, ahead = 0): string => from.text.charAt(from.at + ahead);

export const startsWith = (from: Reader, text: string): boolean => from.text.startsWith(text, from.at);

/** Takes the text if it comes next. */
export const take = (from: Reader, text: string): boolean => {
  if (!startsWith(from, text)) return false;
  from.at += text.length;
  return true;
};

export const expectText = (from: Reader, text: string, after: string): void => {
  if (!take(from, text)) problem(`${after} is not followed by ${text}`);
};

export const atEnd = (from: Reader): boolean => from.at >= from.text.length;

/** Runs a step one level deeper; deep nesting is nothing that a person writes, and would cost the stack. */
export const deeper = <T>(from: Reader, step: () => T): T => {
  if (from.depth >= maxDepth) problem("it is nested too deeply to be read");
  from.depth += 1;
  const result = step();
  from.depth -= 1;
  return result;
};

const maxDepth = 40;

/** Spaces, tabs, joined lines and a comment: what may stand between two words. */
export const skipBlanks = (from: Reader): void => {
  const { text } = from;
  for (;;) {
    const char = text.charAt(from.at);
    if (char === " " || char === "\t") from.at += 1;
    else if (char === "\\" && text.charAt(from.at + 1) === "\n") from.at += 2;
    else break;
  }
  if (text.charAt(from.at) !== "#" || !canBeginWord(from)) return;
  const end = text.indexOf("\n", from.at);
  from.at = end === -1 ? text.length : end;
};

// A joined line before a `#` hides what stood before it, so that is looked through.
const canBeginWord = (from: Reader): boolean => {
  let before = from.at - 1;
  while (from.text.charAt(before) === "\n" && from.text.charAt(before - 1) === "\\") before -= 2;
  return before < 0 || " \t\n;&|()<>`".includes(from.text.charAt(before));
};
