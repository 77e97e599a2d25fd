/** Spans laid out on a screen and painted: no line is wider than the screen. */
import { truncateToWidth } from "@earendil-works/pi-tui";
import type { Drawing, Lines } from "../drawing.ts";
import { broken, chopped, withoutBlanks } from "./broken.ts";
import { painted, type Span } from "./span.ts";
import { cut, widthOf } from "./width.ts";

/** What stands before the first line, and before each other one. */
export interface Margin {
  readonly first: readonly Span[];
  readonly rest: readonly Span[];
}

const none: Margin = { first: [], rest: [] };

/** As many lines as the spans need, one at least. */
export const flow = (spans: readonly Span[], drawing: Drawing, before: Margin = none): Lines =>
  behind(before, drawing, (room) => broken(spans, room));

/** The same for code: nothing is dropped, and lines are broken wherever they are full. */
export const chop = (spans: readonly Span[], drawing: Drawing, before: Margin = none): Lines =>
  behind(before, drawing, (room) => chopped(spans, room));

/** Lines that are drawn with less room, behind a margin. */
export const within = (before: Margin, drawing: Drawing, draw: (inner: Drawing) => Lines): Lines => {
  const width = widest(before);
  if (drawing.columns - width < leastRoom) return draw(drawing);
  const { first, rest } = { first: painted(before.first, drawing), rest: painted(before.rest, drawing) };
  return draw({ ...drawing, columns: drawing.columns - width }).map((line, index) => {
    const start = index === 0 ? first : rest;
    return line === "" ? start.trimEnd() : start + line;
  });
};

/** One line: the end of `left` is cut when it does not fit before `right`, and `right` when it takes more than half. */
export const line = (left: readonly Span[], drawing: Drawing, right: readonly Span[] = []): string => {
  const after = cut(right, Math.floor(drawing.columns / 2));
  return finished([...cut(left, drawing.columns - widthOf(after)), ...after], drawing);
};

/** A margin that leaves fewer columns than this is not drawn. */
const leastRoom = 8;

const widest = ({ first, rest }: Margin): number => Math.max(widthOf(first), widthOf(rest));

const behind = (before: Margin, drawing: Drawing, lay: (room: number) => readonly (readonly Span[])[]): Lines => {
  const { first, rest } = drawing.columns - widest(before) < leastRoom ? none : before;
  const room = drawing.columns - widest({ first, rest });
  return lay(room).map((spans, index) => finished([...(index === 0 ? first : rest), ...spans], drawing));
};

/** Graphemes that only become one where two spans meet may be wider than they were apart; then the line's end is cut. */
const finished = (all: readonly Span[], drawing: Drawing): string => {
  const spans = withoutBlanks(all);
  const text = painted(spans, drawing);
  return widthOf(spans) <= drawing.columns ? text : truncateToWidth(text, drawing.columns, "");
};
