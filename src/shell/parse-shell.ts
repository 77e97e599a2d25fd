/** The shell parser: reads the language of bash strictly, and calls a problem whatever it does not read exactly. */
import type { ParseShell, ShellNode } from "../contract/shell.ts";
import { list } from "./list.ts";
import { compoundCommand } from "./command.ts";
import { atEnd, type Grammar, reader, ShellProblem } from "./reader.ts";
import { quotedPiece, unquotedPiece } from "./word.ts";

/** Follows the grammar of the Bash Reference Manual, section 3, with extended globs off as in `bash -c`. */
export const parseShell: ParseShell = (line) => {
  const nodes: ShellNode[] = [];
  const from = reader(grammar, line);
  try {
    list(from, [], nodes);
    if (from.pending.length > 0) return { nodes, problems: ["a here-document has no text"] };
    if (!atEnd(from)) return { nodes, problems: ["it does not end where it should"] };
    return { nodes, problems: [] };
  } catch (error) {
    if (!(error instanceof ShellProblem)) throw error;
    return { nodes, problems: [error.message] };
  }
};

const grammar: Grammar = { list, compound: compoundCommand, quotedPiece, unquotedPiece };
