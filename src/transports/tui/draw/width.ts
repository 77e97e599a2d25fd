/** How wide text is on a screen, and what of it fits. Measured as pi-tui does, which would cut a line that it finds too wide. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { type Span, textOfSpans } from "./span.ts";

export const widthOf = (spans: readonly Span[]): number => visibleWidth(textOfSpans(spans));

export const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** One column a character. */
export const isAscii = (text: string): boolean => /^[\u0020-\u007e]*$/u.test(text);

/** The beginning of the spans, with an ellipsis when something had to go. */
export const cut = (spans: readonly Span[], columns: number): readonly Span[] => {
  if (columns <= 0) return [];
  const kept: Span[] = [];
  let left = columns;
  for (const [index, one] of spans.entries()) {
    const width = visibleWidth(one.text);
    if (width < left || (width === left && widthOf(spans.slice(index + 1)) === 0)) {
      kept.push(one);
      left -= width;
      continue;
    }
    return [...kept, { ...one, text: `${beginning(one.text, left - 1)}…` }];
  }
  return kept;
};

/** The beginning of a text that is no wider than so many columns. */
const beginning = (text: string, columns: number): string => {
  if (isAscii(text)) return text.slice(0, Math.max(0, columns));
  let kept = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += visibleWidth(segment);
    if (width > columns) break;
    kept += segment;
  }
  return kept;
};
