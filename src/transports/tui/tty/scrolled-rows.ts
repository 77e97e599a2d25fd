/** The bytes that turn the rows of a full screen into other rows: what only moves is scrolled, and not written again. */
import { eraseRow } from "./sequences.ts";

/** A row as it stands on the terminal; undefined when that is not known. */
export type Row = string | undefined;

/** Both have one entry for each row of the screen. Sequences are those of ECMA-48, and DECSTBM and RI of the VT100. */
export const scrolledRows = (before: readonly Row[], after: readonly Row[]): string => {
  const move = bestMove(before, after);
  const stands = move === undefined ? before : moved(before, move);
  const written = after.map((row, index) =>
    row === undefined || row === stands[index] ? "" : `${to(index)}${eraseRow}${row}`,
  );
  return (move === undefined ? "" : scroll(move)) + written.join("");
};

/** Rows `top` to `bottom` go up by so many, or down when it is negative. */
interface Move {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** A move has to save more than its own sequences, in bytes. */
const leastGain = 32;

const bestMove = (before: readonly Row[], after: readonly Row[]): Move | undefined => {
  const changed = after.filter((row, index) => row !== before[index]).length;
  if (changed < 2) return undefined;
  let best: Move | undefined;
  let most = leastGain;
  for (let by = 1 - after.length; by < after.length; by += 1) {
    if (by === 0) continue;
    for (const run of runsOf(before, after, by)) {
      const gain = run.gain - lossOf(run, before, after);
      if (gain > most) [most, best] = [gain, run];
    }
  }
  return best;
};

interface Run extends Move {
  /** What need not be written, in bytes. */
  readonly gain: number;
}

/** Rows next to each other that stood so many further down before, or up. */
function* runsOf(before: readonly Row[], after: readonly Row[], by: number): Generator<Run> {
  let gain = 0;
  let first: number | undefined;
  for (let row = 0; row <= after.length; row += 1) {
    const text = after[row];
    if (text !== undefined && before[row + by] === text) {
      first ??= row;
      if (before[row] !== text) gain += text.length;
    } else if (first !== undefined) {
      yield { top: Math.min(first, first + by), bottom: Math.max(row, row + by) - 1, by, gain };
      first = undefined;
      gain = 0;
    }
  }
}

/** What stood right and is scrolled away. */
const lossOf = ({ top, bottom, by }: Move, before: readonly Row[], after: readonly Row[]): number => {
  const from = by > 0 ? bottom + 1 - by : top;
  return range(from, from + Math.abs(by)).reduce(
    (sum, row) => sum + (before[row] !== undefined && before[row] === after[row] ? before[row].length : 0),
    0,
  );
};

const moved = (before: readonly Row[], { top, bottom, by }: Move): readonly Row[] =>
  before.map((row, index) => {
    if (index < top || index > bottom) return row;
    return index + by < top || index + by > bottom ? "" : before[index + by];
  });

const scroll = ({ top, bottom, by }: Move): string => {
  const region = `\u001b[${top + 1};${bottom + 1}r`;
  const lines = by > 0 ? to(bottom) + "\n".repeat(by) : to(top) + "\u001bM".repeat(-by);
  return `${region}${lines}\u001b[r`;
};

const to = (row: number): string => `\u001b[${row + 1};1H`;
const range = (from: number, end: number): number[] => Array.from({ length: end - from }, (_, index) => from + index);
