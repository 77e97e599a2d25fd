/** Where a secret stands in a text. */

/** `from` is where that begins which tells it, a name for example; `start` and `end` are the secret itself. */
export interface Span {
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** In order of place; what overlaps is one, under the kind of the first. */
export const merged = (spans: readonly Span[]): Span[] => {
  const sorted = spans.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const result: Span[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...last, end: span.end };
  }
  return result;
};
