/** The text of a patch as lines that know their number and how they end. */
import type { PatchLine } from "./patch.ts";

/** A line of the patch. `ending` is undefined for all of them when the patch does not tell line endings apart. */
export interface SourceLine {
  readonly number: number;
  readonly text: string;
  readonly ending: PatchLine["ending"];
}

/**
 * A patch whose lines all end alike says nothing of the files' line endings: it was only carried that way. Where some end in
 * CRLF and some in LF, as in what git writes of a CRLF file, each says how its line ends.
 */
export const sourceLines = (patch: string): SourceLine[] => {
  const lines = patch.replace(/^\uFEFF/, "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const returns = lines.filter((line) => line.endsWith("\r")).length;
  // The last line may have lost its newline on the way.
  const exact = returns > 0 && returns < lines.length - (patch.endsWith("\n") ? 0 : 1);
  return lines.map((line, index) => {
    const carriage = line.endsWith("\r");
    const ending = exact ? (carriage ? "\r\n" : "\n") : undefined;
    return { number: index + 1, text: carriage ? line.slice(0, -1) : line, ending };
  });
};

/** A line of a hunk, by its first character; an empty line is an empty line of context. Undefined when it is none. */
export const hunkLine = ({ text, ending }: SourceLine): PatchLine | undefined => {
  const kind = kinds[text.charAt(0)];
  if (kind === undefined) return undefined;
  // A byte order mark belongs to the file, not to its first line.
  return { kind, text: text.slice(1).replace(/^\uFEFF/, ""), ending, last: false };
};

const kinds: Readonly<Record<string, PatchLine["kind"]>> = { "": "keep", " ": "keep", "-": "remove", "+": "add" };

/** The text of a new file. */
export const textOfLines = (lines: readonly PatchLine[]): string =>
  lines.map(({ text, ending, last }) => text + (last ? "" : (ending ?? "\n"))).join("");

/** Lines without the empty ones at their end, which only keep a hunk apart from what follows. */
export const withoutBlankEnd = <T extends { readonly text: string }>(lines: readonly T[]): T[] =>
  lines.slice(0, lines.findLastIndex(({ text }) => text !== "") + 1);
