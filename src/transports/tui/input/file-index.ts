/** The files of a directory, kept at hand for fuzzy search; read when they are first asked for, and again when that is a while ago. */
import { setTimeout } from "node:timers/promises";
import { searchTerm, type SearchTerm } from "./search-term.ts";
import { timeSlices } from "./time-slices.ts";
import { walkFiles } from "./walk-files.ts";

export interface FileIndex {
  /** Paths from the directory, the best first; directories have a slash at their end. Empty when it was aborted. */
  readonly search: (query: string, signal: AbortSignal) => Promise<readonly string[]>;
}

const staleMs = 5_000;
/** So long the first search waits for the reading; then it searches what there is. */
const patienceMs = 1_000;
const maxFound = 50;

export const fileIndex = (root: string): FileIndex => {
  let paths: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    const fresh: string[] = [];
    if (paths.length === 0) paths = fresh;
    await walkFiles(root, (path) => fresh.push(path));
    paths = fresh;
    readAt = performance.now();
    reading = undefined;
  };
  return {
    search: async (query, signal) => {
      if (performance.now() - readAt > staleMs) reading ??= read();
      if (readAt === Number.NEGATIVE_INFINITY) await patiently(reading, signal);
      return best(paths, searchTerm(query), signal);
    },
  };
};

const patiently = async (reading: Promise<void> | undefined, signal: AbortSignal): Promise<void> => {
  const patience = new AbortController();
  const aborted = AbortSignal.any([signal, patience.signal]);
  await Promise.race([reading, setTimeout(patienceMs, undefined, { signal: aborted }).catch(() => {})]);
  patience.abort();
};

const best = async (paths: readonly string[], term: SearchTerm, signal: AbortSignal): Promise<readonly string[]> => {
  const slices = timeSlices();
  const found: { readonly path: string; readonly score: number }[] = [];
  // The paths may grow meanwhile.
  for (let at = 0; at < paths.length; at += 1) {
    if (at % 64 === 0 && slices.over()) await slices.next();
    if (signal.aborted) return [];
    const score = term(paths[at]!);
    if (score !== undefined) keep(found, { path: paths[at]!, score });
  }
  return found.map(({ path }) => path);
};

/** The list stays sorted and short; of equals, the first stays first. */
const keep = <T extends { readonly score: number }>(found: T[], one: T): void => {
  if (found.length === maxFound && found.at(-1)!.score >= one.score) return;
  let at = found.length;
  while (at > 0 && found[at - 1]!.score < one.score) at -= 1;
  found.splice(at, 0, one);
  if (found.length > maxFound) found.pop();
};
