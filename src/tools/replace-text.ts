/** Exact replacement in a text whose line endings stay as they are. */

/** Where the wanted text begins: offsets in the text's LF view. Matches do not overlap. */
export const occurrences = (text: string, wanted: string): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
};

/** The text with LF line endings, which is how models see it and write it. */
export const lfView = (text: string): string => text.replaceAll("\r\n", "\n");

/** The number of the line that an offset is in. */
export const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
};

/** A slice of the text's LF view, and what comes in its place. */
export interface Replacement {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** Replaces slices of `length` characters at `places` by the same text; see `replaceSlices`. */
export const replaceAt = (
  text: string,
  places: readonly number[],
  { length, replacement }: { length: number; replacement: string },
): string =>
  replaceSlices(
    text,
    places.map((at) => ({ at, length, text: replacement })),
  );

/**
 * Replaces slices, in ascending order. All else keeps its bytes, also in a file of mixed line endings; new lines end as most
 * lines of the file do.
 */
export const replaceSlices = (text: string, slices: readonly Replacement[]): string => {
  const returns = carriageReturns(text);
  const lineFeeds = text.split("\n").length - 1;
  const crlf = returns.length * 2 > lineFeeds;
  const pieces: string[] = [];
  let passed = 0;
  let kept = 0;
  // Offset in the original: one character more for each carriage return that the LF view has dropped before it.
  const original = (offset: number): number => {
    while (passed < returns.length && returns[passed]! < offset) passed += 1;
    return offset + passed;
  };
  for (const { at, length, text: fresh } of slices) {
    pieces.push(text.slice(kept, original(at)), crlf ? fresh.replaceAll("\n", "\r\n") : fresh);
    kept = original(at + length);
  }
  return [...pieces, text.slice(kept)].join("");
};

/** Where the line breaks are, in the LF view, that are CRLF in the text. */
const carriageReturns = (text: string): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) found.push(at - found.length);
  return found;
};
