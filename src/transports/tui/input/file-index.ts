/** The files of a directory, kept at hand for fuzzy search; read when they are first asked for, and again when that is a while ago. */
import { setTimeout } from "node:timers/promises";
import { searchable, searchTerm, type Searchable, type SearchTerm } from "./search-term.ts";
import { timeSlices } from "./time-slices.ts";
import { walkFiles } from "./walk-files.ts";

export interface FileIndex {
  /** Paths from the directory, the best first; directories have a slash at their end. Empty when it was aborted. */
  readonly search: (query: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** So long an index is good; where the reading takes long, ten times as long as that. */
const staleMs = 3_000;
/** So long the first reading is waited for; then what there is of it is searched. */
const patienceMs = 300;
const maxFound = 50;

export const fileIndex = (root: string): FileIndex => {
  let files: readonly Searchable[] = [];
  let goodUntil = 0;
  let reading: Promise<void> | undefined;
  let first: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    const began = performance.now();
    const fresh: Searchable[] = [];
    if (files.length === 0) files = fresh;
    await walkFiles(root, (path) => fresh.push(searchable(path)));
    files = fresh;
    const now = performance.now();
    goodUntil = now + Math.max(staleMs, 10 * (now - began));
    reading = undefined;
  };
  return {
    search: async (query, signal) => {
      if (performance.now() > goodUntil) reading ??= read();
      first ??= Promise.race([reading, setTimeout(patienceMs, undefined, { ref: false })]);
      await Promise.race([first, aborted(signal)]);
      return best(files, searchTerm(query), signal);
    },
  };
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

const best = async (
  files: readonly Searchable[],
  term: SearchTerm,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const slices = timeSlices();
  const found: { readonly path: string; readonly score: number }[] = [];
  // The list may grow meanwhile.
  for (let at = 0; at < files.length; at += 1) {
    if (at % 64 === 0 && slices.over()) await slices.next();
    if (signal.aborted) return [];
    const score = term(files[at]!);
    if (score !== undefined) keep(found, { path: files[at]!.path, score });
  }
  return found.map(({ path }) => path);
};

/** The list stays sorted and short; of equals, the first stays first. */
const keep = <T extends { readonly score: number }>(found: T[], one: T): void => {
  if (found.length === maxFound && found[maxFound - 1]!.score >= one.score) return;
  let at = found.length;
  while (at > 0 && found[at - 1]!.score < one.score) at -= 1;
  found.splice(at, 0, one);
  if (found.length > maxFound) found.pop();
};
