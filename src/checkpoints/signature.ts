/** By what a file is taken for unchanged without being read: the five numbers that git looks at. */
import type { Stats } from "node:fs";

/**
 * Mode with kind, bytes, mtime and ctime in milliseconds, inode. As doubles: times are exact to a quarter of a microsecond,
 * which is less than the youth of `signatureOf` allows for.
 */
export type Signature = readonly [mode: number, bytes: number, mtimeMs: number, ctimeMs: number, inode: number];

/** So many numbers a path stand in a row. */
export const width = 5;

/** The clock that stamps files runs behind by as much as one tick, which is 10 ms at most. */
const tickMs = 20;
/** Where times are whole seconds, they may be whole pairs of them. */
const coarseMs = 4_000;
const secondMs = 1_000;

export const numbersOf = (stats: Stats): Signature => [stats.mode, stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];

/**
 * What was seen of a file that was read after `since`, milliseconds since 1970. Undefined when it had changed so shortly
 * before that a later change could bear the same time: such a one is read again. (git: "racily clean".)
 */
export const signatureOf = (stats: Stats, since: number): Signature | undefined => {
  const youngest = Math.max(stats.ctimeMs, stats.mtimeMs);
  const grain = youngest % secondMs === 0 ? coarseMs : tickMs;
  return stats.ctimeMs < since - grain ? numbersOf(stats) : undefined;
};

/** Whether the numbers of the path at `index` are those of the signature. */
export const isAsSeen = (signature: Signature | undefined, numbers: ArrayLike<number>, index = 0): boolean => {
  const at = index * width;
  return (
    signature !== undefined &&
    signature[0] === numbers[at] &&
    signature[1] === numbers[at + 1] &&
    signature[2] === numbers[at + 2] &&
    signature[3] === numbers[at + 3] &&
    signature[4] === numbers[at + 4]
  );
};
