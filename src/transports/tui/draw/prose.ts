/** Text that is not Markdown, in one role. */
import type { Drawing, Lines } from "../drawing.ts";
import type { Role } from "../theme.ts";
import { chop, flow, line, type Margin } from "./flow.ts";
import { type Fold, leftLine, shownOf } from "./folding.ts";
import { span, type Span } from "./span.ts";
import { linesOf } from "./words.ts";

export interface Prose {
  readonly text: string;
  readonly role: Role;
  readonly margin: readonly Span[];
  readonly fold?: Fold | undefined;
  /** Output and code are not broken between words. */
  readonly code?: boolean | undefined;
}

const everything: Fold = { most: Number.POSITIVE_INFINITY };

/** Longer text is cut, whatever is asked for: the whole stands in the log. */
const mostChars = 200_000;

/** None for blank text. */
export const drawProse = ({ text, role, margin, fold = everything, code }: Prose, drawing: Drawing): Lines => {
  if (text.trim() === "") return [];
  const lines = linesOf(text.slice(0, mostChars));
  const shown = shownOf(lines.length, fold, drawing);
  const wide: Margin = { first: margin, rest: margin };
  const lay = code === true ? chop : flow;
  const drawn = lines.slice(0, shown).flatMap((one) => lay([span(role, clipped(one, drawing, fold))], drawing, wide));
  const cut = text.length - mostChars;
  return [
    ...drawn,
    ...(shown === lines.length ? [] : [leftLine(lines.length - shown, fold, drawing, margin)]),
    ...(cut > 0 ? [line([...margin, span(fold.left ?? "dim", moreCharacters(cut))], drawing)] : []),
  ];
};

/** A single line may be as long as a book: it takes no more rows than its text may have lines. */
export const clipped = (text: string, { columns, open }: Drawing, fold = everything): string => {
  const most = columns * Math.min(mostRows, fold.most);
  // What is left would take the place of the words that say so.
  return open || text.length <= most + columns ? text : text.slice(0, most) + moreCharacters(text.length - most);
};

const moreCharacters = (count: number): string => `… ${count.toLocaleString("en-US")} more characters`;

const mostRows = 10;
