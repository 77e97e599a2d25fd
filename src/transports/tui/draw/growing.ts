/** Follows a text that streams, in time that its growth takes: hands out finished blocks once, and draws the rest. */
import type { Drawing, Lines } from "../drawing.ts";
import { drawMarkdown } from "./markdown.ts";

export interface Growing {
  /** Takes all that has been said so far, and gives back what has been finished since the last call, as Markdown; often nothing. */
  readonly finished: (text: string) => string;
  /** What was taken and is not finished: its last so many lines. */
  readonly draw: (drawing: Drawing, rows: number) => Lines;
}

/** One for each reply. */
export const growing = (): Growing => {
  let tail = "";
  return {
    finished: (text) => {
      tail = text;
      return "";
    },
    draw: (drawing, rows) => drawMarkdown(tail, drawing).slice(-rows),
  };
};
