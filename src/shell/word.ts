/** Words: quotes taken off, and everything that begins with a dollar sign or a backtick marked. */
import type { ShellWord, WordPiece } from "../contract/shell.ts";
import { ansiText } from "./ansi-text.ts";
import { backtick, dollar, processSubstitution } from "./expansion.ts";
import { atEnd, peek, problem, type Reader, startsWith } from "./reader.ts";

const ends = new Set([" ", "\t", "\n", ";", "&", "|", "<", ">", "(", ")"]);

/** Reads one word; undefined when none begins here. `extra` are characters that do not end this word. */
export const word = (from: Reader, extra = ""): ShellWord | undefined => {
  const start = from.at;
  const pieces: WordPiece[] = [];
  while (!atEnd(from)) {
    const char = peek(from);
    if (startsWith(from, "<(") || startsWith(from, ">(")) pieces.push(processSubstitution(from));
    else if (ends.has(char) && !extra.includes(char)) break;
    else unquotedPiece(from, pieces);
  }
  return from.at === start ? undefined : { source: from.text.slice(start, from.at), pieces };
};

/** The text of a word that is nothing but unquoted text, as reserved words are. */
export const bareText = ({ pieces }: ShellWord): string | undefined => {
  const [first, ...more] = pieces;
  return first?.kind === "text" && !first.quoted && more.length === 0 ? first.text : undefined;
};

/** The text of a word in which nothing is expanded, as here-document delimiters are. */
export const literalText = ({ pieces }: ShellWord): string | undefined =>
  pieces.every((piece) => piece.kind === "text") ? pieces.map((piece) => piece.text).join("") : undefined;

/** One unquoted piece, or one quoted stretch, added to the pieces. */
export const unquotedPiece = (from: Reader, pieces: WordPiece[]): void => {
  const char = peek(from);
  if (char === "\\") {
    const next = peek(from, 1);
    if (next === "") problem("it ends in a backslash");
    from.at += 2;
    if (next !== "\n") addText(pieces, next, true);
  } else if (char === "'") {
    const end = from.text.indexOf("'", from.at + 1);
    if (end === -1) problem("a single quote is not closed");
    addText(pieces, from.text.slice(from.at + 1, end), true);
    from.at = end + 1;
  } else if (char === '"') doubleQuoted(from, pieces);
  else if (startsWith(from, "$'")) pieces.push(ansiText(from));
  else if (startsWith(from, '$"')) {
    from.at += 1;
    doubleQuoted(from, pieces);
  } else if (char === "$") pieces.push(dollar(from, false));
  else if (char === "`") pieces.push(backtick(from, false));
  else {
    addText(pieces, char, false);
    from.at += 1;
  }
};

const doubleQuoted = (from: Reader, pieces: WordPiece[]): void => {
  from.at += 1;
  addText(pieces, "", true);
  while (!startsWith(from, '"')) {
    if (atEnd(from)) problem("a double quote is not closed");
    quotedPiece(from, pieces, '$`"\\');
  }
  from.at += 1;
};

/** One piece between double quotes or in a here-document; a backslash escapes only `escapable` characters there. */
export const quotedPiece = (from: Reader, pieces: WordPiece[], escapable: string): void => {
  const char = peek(from);
  const next = peek(from, 1);
  if (char === "\\" && next === "\n") from.at += 2;
  else if (char === "\\" && next !== "" && escapable.includes(next)) {
    addText(pieces, next, true);
    from.at += 2;
  } else if (char === "$") pieces.push(dollar(from, true));
  else if (char === "`") pieces.push(backtick(from, true));
  else {
    addText(pieces, char, true);
    from.at += 1;
  }
};

const addText = (pieces: WordPiece[], text: string, quoted: boolean): void => {
  const last = pieces.at(-1);
  if (last?.kind === "text" && last.quoted === quoted) pieces.pop();
  const before = last?.kind === "text" && last.quoted === quoted ? last.text : "";
  pieces.push({ kind: "text", text: before + text, quoted });
};
