/** Text that fits: measured in columns of a terminal, so that wide characters, emoji and combining marks count right. */
import { visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { span, textOfSpans } from "../draw/span.ts";
import { cut } from "../draw/width.ts";
import type { Lines } from "../drawing.ts";

/** A column holds a few UTF-16 units at most, combining marks included; the rest of a very long text is not looked at. */
const mostUnits = 16;

/** At most so wide; what is cut ends with `…`. */
export const fit = (text: string, columns: number): string => {
  const seen = text.slice(0, Math.max(0, columns + 1) * mostUnits).toWellFormed();
  return textOfSpans(cut([span("text", seen)], columns));
};

/** Exactly so wide. */
export const fill = (text: string, columns: number): string => {
  const short = fit(text, columns);
  return short + " ".repeat(Math.max(0, columns - visibleWidth(short)));
};

/** Several lines, each at most so wide; an empty text is one empty line. */
export const wrap = (text: string, columns: number): Lines => wrapTextWithAnsi(text, Math.max(1, columns));

/** The width of the widest, but not more than `most`. */
export const widest = (texts: readonly string[], most: number): number =>
  Math.min(
    most,
    texts.reduce((width, text) => Math.max(width, visibleWidth(fit(text, most))), 0),
  );
