/** The bytes that turn rows on a terminal into other rows, few as what stays at the end is moved and not written again. */
import { eraseBelow, eraseRow } from "./sequences.ts";

export interface RowChanges {
  readonly bytes: string;
  /** On which of the new rows the cursor ends, in any column. */
  readonly row: number;
}

/**
 * The cursor stands on row `from` of those before. Rows that no longer fit above the bottom go into the scrollback, as they are
 * in `after`. Undefined when everything has to be written anew: there was nothing, or what changes does not fit a screen of
 * `height` rows. Sequences are those of ECMA-48: cursor up, erase, insert and delete line.
 */
export const rowChanges = (
  before: readonly string[],
  after: readonly string[],
  { from, height }: { readonly from: number; readonly height: number },
): RowChanges | undefined => {
  const same = sameAtEnd(before, after);
  const more = after.length - before.length;
  if (before.length === 0 || before.length > height || Math.max(0, more) + same > height) return undefined;
  const kept = Math.min(before.length, after.length) - same;
  let row = from;
  let bytes = "";
  const goTo = (to: number): void => {
    bytes += `${vertically(to - row)}\r`;
    row = to;
  };
  for (let index = 0; index < kept; index += 1) {
    if (after[index] === before[index]) continue;
    goTo(index);
    bytes += eraseRow + (after[index] ?? "");
  }
  if (more > 0) {
    // Room is made at the bottom first, where the terminal scrolls if it has to.
    goTo(before.length - 1);
    bytes += "\n".repeat(more);
    row += more;
    goTo(kept);
    if (same > 0) bytes += `\u001b[${more}L`;
    bytes += after.slice(kept, kept + more).join("\r\n");
    row += more - 1;
  } else if (more < 0) {
    goTo(kept);
    bytes += same > 0 ? `\u001b[${-more}M` : eraseBelow;
    // Where nothing is left below, the cursor stands under the last row.
    if (kept === after.length && kept > 0) goTo(kept - 1);
  }
  return { bytes, row };
};

/** Down by line feeds: a terminal that was made shorter a moment ago has lost the rows below the cursor, and makes them again. */
export const vertically = (rows: number): string => (rows < 0 ? `\u001b[${-rows}A` : "\n".repeat(rows));

const sameAtEnd = (before: readonly string[], after: readonly string[]): number => {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return same;
};
