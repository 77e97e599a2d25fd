/** Follows a text that streams, in time that its growth takes: hands out finished blocks once, and draws the rest. */
import type { Drawing, Lines } from "../drawing.ts";
import { drawMarkdown } from "./markdown.ts";
import { blocksOf } from "./stable-end.ts";

export interface Growing {
  /** Takes all that has been said so far, and gives back what has been finished since the last call, as Markdown; often nothing. */
  readonly finished: (text: string) => string;
  /** What was taken and is not finished: its last so many lines. */
  readonly draw: (drawing: Drawing, rows: number) => Lines;
}

/** One for each reply. */
export const growing = (): Growing => {
  const blocks = blocksOf();
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
      const from = lastOf(said, end, rows * drawing.columns * sourceShare);
      const fence = blocks.fence();
      const reopened = fence !== undefined && fence.at < from ? `${fence.opening}\n` : "";
      return drawMarkdown(reopened + said.slice(from), drawing).slice(-rows);
    },
  };
};

/** So many characters of source are sure to fill a column of the screen, marks that are not drawn included. */
const sourceShare = 1.5;

/** Where to begin so that so many characters are left: at the beginning of a line, where there is one. */
const lastOf = (text: string, least: number, chars: number): number => {
  const from = text.length - Math.ceil(chars);
  if (from <= least) return least;
  const line = text.indexOf("\n", from);
  return line === -1 ? from : line + 1;
};
