/** Follows a text that streams, in time that its growth takes: hands out finished blocks once, and draws the rest. */
import type { Drawing, Lines } from "../drawing.ts";
import { drawMarkdown } from "./markdown.ts";
import { finishedBlocks } from "./finished-blocks.ts";

export interface Growing {
  /** Takes all that has been said so far, and gives back what has been finished since the last call, as Markdown; often nothing. */
  readonly finished: (text: string) => string;
  /** What was taken and is not finished: its last so many lines. */
  readonly draw: (drawing: Drawing, rows: number) => Lines;
}

/** One for each reply. */
export const growing = (): Growing => {
  const blocks = finishedBlocks();
  let said = "";
  let end = 0;
  return {
    finished: (text) => {
      const from = end;
      said = text;
      end = blocks.read(text);
      return text.slice(from, end);
    },
    draw: (drawing, rows) => {
      const from = lastOf(said, end, { chars: rows * drawing.columns * sourceShare, lines: rows * 2 });
      const fence = blocks.fence();
      const reopened = fence !== undefined && fence.at < from ? `${fence.opening}\n` : "";
      return drawMarkdown(reopened + said.slice(from), drawing).slice(-rows);
    },
  };
};

/** So many characters of source are sure to fill a column of the screen, marks that are not drawn included. */
const sourceShare = 1.5;

/** Where to begin so that no more is left than that: at the beginning of a line, where there is one. */
const lastOf = (text: string, least: number, most: { readonly chars: number; readonly lines: number }): number => {
  const from = Math.max(least, text.length - Math.ceil(most.chars));
  let line = text.length;
  for (let left = most.lines; left > 0 && line > from; left -= 1) line = text.lastIndexOf("\n", line - 1);
  if (line > from) return line + 1;
  const next = from === least ? -1 : text.indexOf("\n", from);
  return next === -1 ? from : next + 1;
};
