/** Lines that are nothing but plain words: they are read without a parser. */
import type { ShellScript } from "../../contract/shell.ts";

/** The line as a script when it is one command of plain words, else undefined. */
export const plainWords = (line: string): ShellScript | undefined => {
  if (!plain.test(line)) return undefined;
  const words = line.split(/[ \t]+/u).filter((word) => word !== "");
  if (words[0] === undefined || reserved.has(words[0])) return undefined;
  return {
    nodes: [
      {
        kind: "simple",
        assignments: [],
        redirects: [],
        words: words.map((word) => ({ source: word, pieces: [{ kind: "text", text: word, quoted: false }] })),
      },
    ],
    problems: [],
  };
};

/** Whether a line can only be read by a parser. */
export const needsParser = (line: string): boolean => plainWords(line) === undefined;

// No character that means anything to the shell; the first word is no assignment.
const plain = /^[ \t]*[\w./:@%+,-]+(?:[ \t]+[\w./:@%+,=-]+)*[ \t]*$/u;

const reserved = new Set(
  "if then elif else fi do done case esac while until for in function select time coproc".split(" "),
);
