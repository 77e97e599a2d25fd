/** Finds every secret in a text. */
import { markersIn } from "../contract/redactor.ts";
import { dataRuns } from "./breaks.ts";
import type { Given } from "./given.ts";
import { formatSpans, pemSpans, urlSpans } from "./known.ts";
import { namedSpans } from "./named.ts";
import { merged, type Span } from "./span.ts";

export const find = (text: string, values: Given): Span[] => {
  const given = values.spans(text);
  const looked = [...formatSpans(text), ...pemSpans(text), ...urlSpans(text), ...namedSpans(text)];
  if (looked.length === 0 && given.length === 0) return given;
  const isData = dataRuns(text);
  const kept = [...given, ...looked.filter(({ from }) => !isData(from))];
  const markers = markersIn(text).map(({ at, text: { length } }) => ({ start: at, end: at + length }));
  return merged(kept.filter((span) => !markers.some((marker) => touches(span, marker))));
};

const touches = (span: Span, marker: { readonly start: number; readonly end: number }): boolean =>
  span.start < marker.end && span.end > marker.start;
