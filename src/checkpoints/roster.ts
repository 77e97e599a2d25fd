/** All paths of what is known of a workspace, in a row, so that they can be looked at and compared at once. */
import type { Seen, SeenDirectory } from "./known.ts";
import { joined, placesAbove } from "./place.ts";
import { type Signature, width } from "./signature.ts";

export interface Roster {
  /** Absolute: of each directory itself, then of what is in it and no directory, in order. */
  readonly paths: readonly string[];
  /** Where a directory stands among them. */
  readonly starts: ReadonlyMap<string, number>;
  /** What was seen of them: five numbers each, none of them a number where it must be looked at again. */
  readonly expected: Float64Array;
}

export const roster = (root: string, seen: Seen): Roster => {
  const top = root === "/" ? "" : root;
  const paths: string[] = [];
  const starts = new Map<string, number>();
  for (const [path, { entries }] of seen) {
    starts.set(path, paths.length);
    paths.push(path === "" ? root : `${top}/${path}`);
    for (const [name, { entry }] of entries) if (entry.kind !== "directory") paths.push(`${top}/${joined(path, name)}`);
  }
  const made = { paths, starts, expected: new Float64Array(paths.length * width) };
  for (const [path, directory] of seen) expect(made, path, directory);
  return made;
};

/** Says what is seen of a directory now; it has the same names as before. */
export const expect = ({ starts, expected }: Roster, path: string, { signature, entries }: SeenDirectory): void => {
  let at = (starts.get(path) ?? 0) * width;
  const add = (numbers: Signature | undefined): void => {
    if (numbers === undefined) expected.fill(Number.NaN, at, at + width);
    else expected.set(numbers, at);
    at += width;
  };
  add(signature);
  for (const seen of entries.values()) if (seen.entry.kind !== "directory") add(seen.signature);
};

/** The directories in which, or below which, something may have changed. What a repository ignores is not in the numbers. */
export const unquiet = ({ starts, expected }: Roster, numbers: Float64Array, seen: Seen): Set<string> => {
  const found = new Set([""]);
  const add = (path: string): void => {
    found.add(path);
    for (const above of placesAbove(path)) found.add(above);
  };
  const ends = [...starts.values()].slice(1);
  let index = 0;
  for (const [path, start] of starts) {
    const end = (ends[index] ?? Infinity) * width;
    index += 1;
    if (isOther(expected, numbers, start * width, Math.min(end, expected.length))) add(path);
    else if (seen.get(path)?.isRepository === true) add(path);
  }
  return found;
};

const isOther = (expected: Float64Array, numbers: Float64Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (expected[at] !== numbers[at]) return true;
  return false;
};
