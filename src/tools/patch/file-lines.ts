/** A text as lines that keep how each of them ends. */

/** `ending` is empty for a last line without a newline. */
export interface FileLine {
  readonly text: string;
  readonly ending: "\n" | "\r\n" | "";
}

export const fileLines = (text: string): FileLine[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    if (!line.endsWith("\n")) return { text: line, ending: "" };
    return line.endsWith("\r\n")
      ? { text: line.slice(0, -2), ending: "\r\n" }
      : { text: line.slice(0, -1), ending: "\n" };
  });

/** How most lines end; LF in a text without a line break. */
export const usualEnding = (lines: readonly FileLine[]): "\n" | "\r\n" => {
  const breaks = lines.filter(({ ending }) => ending !== "").length;
  return lines.filter(({ ending }) => ending === "\r\n").length * 2 > breaks ? "\r\n" : "\n";
};

/** The text again. Only the last line may be without a newline, and `finalNewline` says whether it is. */
export const joined = (lines: readonly FileLine[], usual: "\n" | "\r\n", finalNewline: boolean): string =>
  lines
    .map(({ text, ending }, index) => text + (index < lines.length - 1 || finalNewline ? ending || usual : ""))
    .join("");
