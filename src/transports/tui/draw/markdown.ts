/** Markdown as lines. */
import type { Drawing, Lines } from "../drawing.ts";
import { flow } from "./flow.ts";
import { span } from "./span.ts";
import { linesOf } from "./words.ts";

/** Without blank lines around it; between what is drawn of two parts of a text, cut where `stableEnd` says, the caller leaves one line blank. */
export const drawMarkdown = (markdown: string, drawing: Drawing): Lines =>
  linesOf(markdown).flatMap((text) => flow([span("text", text)], drawing));
