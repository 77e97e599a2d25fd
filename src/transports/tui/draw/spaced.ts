/** Blank lines between items that are apart. */
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import type { Lines } from "../drawing.ts";
import { isApart } from "./draw-item.ts";

export const spaced = (above: TranscriptItem | undefined, item: TranscriptItem, lines: Lines): Lines =>
  lines.length > 0 && above !== undefined && isApart(above, item) ? ["", ...lines] : lines;
