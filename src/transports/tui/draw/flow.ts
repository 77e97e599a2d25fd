/** Spans laid out on a screen: broken between words, between CJK characters, and where nothing else helps between graphemes. */
import { truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import type { Drawing, Lines } from "../drawing.ts";
import { painted, type Span, textOfSpans } from "./span.ts";

/** What stands before the first line, and before each other one. */
export interface Margin {
  readonly first: readonly Span[];
  readonly rest: readonly Span[];
}

const noMargin: Margin = { first: [], rest: [] };

/** As many lines as the spans need, one at least. */
export const flow = (spans: readonly Span[], drawing: Drawing, margin: Margin = noMargin): Lines => {
  const { first, rest } = drawing.columns - widest(margin) < leastRoom ? noMargin : margin;
  const room = drawing.columns - Math.max(widthOf(first), widthOf(rest));
  return broken(spans, room).map((line, index) => finished([...(index === 0 ? first : rest), ...line], drawing));
};

/** The same for code: nothing is dropped, and lines are broken wherever they are full. */
export const chop = (spans: readonly Span[], drawing: Drawing, margin: Margin = noMargin): Lines => {
  const { first, rest } = drawing.columns - widest(margin) < leastRoom ? noMargin : margin;
  const lines: Span[][] = [[]];
  let width = Math.max(widthOf(first), widthOf(rest));
  const from = width;
  for (const one of spans)
    for (const { text, width: own, breaks } of pieces(one.text, drawing.columns, () => width)) {
      if (breaks && width > from) {
        lines.push([]);
        width = from;
      }
      join(lines.at(-1) ?? [], { ...one, text });
      width += own;
    }
  return lines.map((line, index) => finished([...(index === 0 ? first : rest), ...line], drawing));
};

/** Lines that are drawn with less room, behind a margin. */
export const within = (margin: Margin, drawing: Drawing, draw: (inner: Drawing) => Lines): Lines => {
  const width = widest(margin);
  if (drawing.columns - width < leastRoom) return draw(drawing);
  const [first, rest] = [painted(margin.first, drawing), painted(margin.rest, drawing)];
  return draw({ ...drawing, columns: drawing.columns - width }).map((line, index) => {
    const before = index === 0 ? first : rest;
    return line === "" ? before.trimEnd() : before + line;
  });
};

/** A margin that leaves fewer columns than this is not drawn. */
const leastRoom = 8;

const widest = ({ first, rest }: Margin): number => Math.max(widthOf(first), widthOf(rest));

/** One line: the end of `left` is cut when it does not fit before `right`, and `right` when it takes more than half. */
export const line = (left: readonly Span[], drawing: Drawing, right: readonly Span[] = []): string => {
  const after = cut(right, Math.floor(drawing.columns / 2));
  return finished([...cut(left, drawing.columns - widthOf(after)), ...after], drawing);
};

/** The beginning of the spans, with an ellipsis when something had to go. */
export const cut = (spans: readonly Span[], columns: number): readonly Span[] => {
  if (widthOf(spans) <= columns) return spans;
  const kept: Span[] = [];
  let left = columns - 1;
  for (const one of spans) {
    const width = visibleWidth(one.text);
    if (width <= left) {
      kept.push(one);
      left -= width;
      continue;
    }
    kept.push({ ...one, text: `${beginning(one.text, left)}…` });
    break;
  }
  return columns > 0 ? kept : [];
};

export const widthOf = (spans: readonly Span[]): number => visibleWidth(textOfSpans(spans));

/** The beginning of a text that is no wider than so many columns. */
export const beginning = (text: string, columns: number): string => {
  let kept = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += visibleWidth(segment);
    if (width > columns) break;
    kept += segment;
  }
  return kept;
};

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Graphemes that only become one where two spans meet may be wider than they were apart; then the line's end is cut. */
const finished = (spans: readonly Span[], drawing: Drawing): string => {
  const text = painted(spans, drawing);
  return widthOf(spans) <= drawing.columns ? text : truncateToWidth(text, drawing.columns, "");
};

/** Adds a span to a line, to the last one where both look alike. */
const join = (line: Span[], one: Span): void => {
  const last = line.at(-1);
  if (last !== undefined && last.role === one.role && last.link === one.link)
    line[line.length - 1] = { ...last, text: last.text + one.text };
  else line.push(one);
};

/** Lines that are no wider than `room`, one at least; blanks where a line is broken are dropped. */
export const broken = (spans: readonly Span[], room: number): Span[][] => {
  const lines: Span[][] = [[]];
  let width = 0;
  const next = (): void => {
    dropBlanks(lines.at(-1) ?? []);
    lines.push([]);
    width = 0;
  };
  const add = (one: Span, own: number): void => {
    join(lines.at(-1) ?? [], one);
    width += own;
  };
  for (const word of words(spans)) {
    const own = word.reduce((sum, { text }) => sum + visibleWidth(text), 0);
    const fits = width + own <= room;
    if (!fits && width > 0) next();
    if (fits) for (const part of word) add(part, visibleWidth(part.text));
    else if (!isBlank(word))
      for (const part of word)
        for (const piece of pieces(part.text, room, () => width)) {
          if (piece.breaks) next();
          add({ ...part, text: piece.text }, piece.width);
        }
  }
  return lines;
};

const isBlank = ([first]: readonly Span[]): boolean => first?.text.startsWith(" ") === true;

const dropBlanks = (line: Span[]): void => {
  for (let last = line.at(-1); last !== undefined; last = line.at(-1)) {
    const text = last.text.trimEnd();
    line.pop();
    if (text === "") continue;
    line.push({ ...last, text });
    return;
  }
};

interface Piece {
  readonly text: string;
  readonly width: number;
  readonly breaks: boolean;
}

/** A word in pieces of which each fits into the rest of its line. */
function* pieces(text: string, room: number, used: () => number): Generator<Piece> {
  for (const { segment } of graphemes.segment(text)) {
    const width = visibleWidth(segment);
    yield { text: segment, width, breaks: used() > 0 && used() + width > room };
  }
}

/** What is not parted while there is room: blanks, words, single CJK characters. A word may go through several spans. */
const words = (spans: readonly Span[]): Span[][] => {
  const found: Span[][] = [];
  let open = false;
  for (const one of spans)
    for (const text of one.text.match(parts) ?? []) {
      const alone = text.startsWith(" ") || wide.test(text);
      if (open && !alone) found.at(-1)?.push({ ...one, text });
      else found.push([{ ...one, text }]);
      open = !alone;
    }
  return found;
};

const script = String.raw`[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}]`;
const wide = new RegExp(`^${script}`, "u");
const parts = new RegExp(
  `${"\u0020"}+|${script}[\\p{Mark}\\u200d\\ufe0f]*[、。，．・：；！？」』）】〉》]*|(?:(?!${script})[^\u0020])+`,
  "gu",
);
