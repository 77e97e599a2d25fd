/** Text that is not Markdown, in one role. */
import type { Drawing, Lines } from "../drawing.ts";
import type { Role } from "../theme.ts";
import { chop, flow, type Margin } from "./flow.ts";
import { leftLine } from "./folded.ts";
import { span, type Span } from "./span.ts";
import { linesOf } from "./words.ts";

export interface Prose {
  readonly text: string;
  readonly role: Role;
  readonly margin: readonly Span[];
  /** How many lines of the text are drawn where details are not. */
  readonly most?: number | undefined;
  /** Output and code are not broken between words. */
  readonly code?: boolean | undefined;
}

/** Longer text is cut, whatever is asked for: the whole stands in the log. */
const mostChars = 200_000;

/** None for blank text. */
export const drawProse = (
  { text, role, margin, most = Number.POSITIVE_INFINITY, code }: Prose,
  drawing: Drawing,
): Lines => {
  if (text.trim() === "") return [];
  const lines = linesOf(text.slice(0, mostChars));
  // A line that is left would take the place of the line that says so.
  const shown = drawing.open || lines.length <= most + 1 ? lines.length : most;
  const wide: Margin = { first: margin, rest: margin };
  const lay = code === true ? chop : flow;
  const drawn = lines
    .slice(0, shown)
    .flatMap((one) => lay([span(role, drawing.open ? one : clipped(one, drawing))], drawing, wide));
  return shown === lines.length ? drawn : [...drawn, leftLine(lines.length - shown, drawing, margin)];
};

/** A single line may be as long as a book. */
const clipped = (line: string, { columns }: Drawing): string => {
  const most = columns * mostRows;
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

const mostRows = 10;
