/** The beginning of what is long, and how much is left. */
import type { Drawing, Lines } from "../drawing.ts";
import { line } from "./flow.ts";
import { span, type Span } from "./span.ts";

/** All of it where details are shown. */
export const folded = (lines: Lines, most: number, drawing: Drawing): Lines => {
  // A line that is left would take the place of the line that says so.
  if (drawing.open || lines.length <= most + 1) return lines;
  return [...lines.slice(0, most), leftLine(lines.length - most, drawing)];
};

export const leftLine = (left: number, drawing: Drawing, margin: readonly Span[] = []): string =>
  line(
    [
      ...margin,
      span("dim", `${drawing.plain ? "and" : "…"} ${left.toLocaleString("en-US")} more line${left === 1 ? "" : "s"}`),
    ],
    drawing,
  );
