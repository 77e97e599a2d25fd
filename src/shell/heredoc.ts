/** Here-documents: their bodies stand in the lines after the one that begins them. */
import type { ShellWord, WordPiece } from "../contract/shell.ts";
import { atEnd, type PendingHeredoc, problem, type Reader, reader, skipBlanks, take } from "./reader.ts";
import { quotedPiece } from "./word.ts";

/** Blanks, comments and newlines; the text of here-documents is read where the line that begins them ends. */
export const skipNewlines = (from: Reader): void => {
  skipBlanks(from);
  while (take(from, "\n")) {
    heredocBodies(from);
    skipBlanks(from);
  }
};

/** Reads the bodies that are due at the beginning of this line. */
const heredocBodies = (from: Reader): void => {
  const due = from.pending;
  from.pending = [];
  for (const heredoc of due) heredoc.fill(heredoc.quoted ? plain(raw(from, heredoc)) : expanded(from, heredoc));
};

const raw = (from: Reader, { delimiter, quoted, stripTabs }: PendingHeredoc): string => {
  const lines: string[] = [];
  let joined = false;
  while (!atEnd(from)) {
    const end = from.text.indexOf("\n", from.at);
    const line = from.text.slice(from.at, end === -1 ? undefined : end);
    from.at = end === -1 ? from.text.length : end + 1;
    const stripped = stripTabs ? line.replace(/^\t+/u, "") : line;
    if (stripped === delimiter) {
      if (joined) problem("a here-document's delimiter follows a joined line");
      return lines.map((text) => `${text}\n`).join("");
    }
    joined = !quoted && /(?:^|[^\\])(?:\\\\)*\\$/u.test(line);
    lines.push(stripped);
  }
  return problem(`a here-document has no line ${JSON.stringify(delimiter)} that ends it`);
};

const expanded = (from: Reader, heredoc: PendingHeredoc): ShellWord => {
  const text = raw(from, heredoc);
  const body = reader(from.grammar, text, from.depth);
  const pieces: WordPiece[] = [];
  while (!atEnd(body)) quotedPiece(body, pieces, "$`\\");
  return { source: text, pieces };
};

const plain = (text: string): ShellWord => ({ source: text, pieces: [{ kind: "text", text, quoted: true }] });
