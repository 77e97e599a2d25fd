/** Markdown as lines. */
import { cleanText } from "../../terminal/clean.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { flow } from "./flow.ts";
import { drawBlocks } from "./markdown/blocks.ts";
import { lex } from "./markdown/lex.ts";
import { span } from "./span.ts";
import { linesOf } from "./words.ts";

/** Without blank lines around it; between what is drawn of two parts of a text, cut where `finishedBlocks` says, the caller leaves one line blank. */
export const drawMarkdown = (markdown: string, drawing: Drawing): Lines => {
  const tokens = lex(cleanText(markdown));
  if (tokens !== undefined) return drawBlocks(tokens, drawing);
  return linesOf(markdown).flatMap((text) => flow([span("text", text)], drawing));
};
