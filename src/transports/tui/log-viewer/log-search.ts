/** Finds the lines of a log in which words stand, in the background and in order, also those that come later. */
import { setImmediate } from "node:timers/promises";
import type { Runtime } from "../../../contract/runtime.ts";

export interface LogSearch {
  /** Seqs of the lines that were found so far. */
  readonly found: () => readonly number[];
  /** How many lines have been looked at. */
  readonly looked: () => number;
  /** Reads on to the end of the log. */
  readonly readOn: () => void;
  readonly stop: () => void;
}

/** Keys are heard between so many lines. */
const batchLines = 500;

/** All words have to stand in a line, in whatever case; one that begins with `type:` in the name of its kind. */
export const logSearch = (
  runtime: Runtime,
  { session, words }: { readonly session: string; readonly words: string },
  changed: () => void,
): LogSearch => {
  const matches = matcher(words);
  const found: number[] = [];
  let next = 0;
  let stopped = false;
  let reading = false;
  let again = false;
  const read = async (): Promise<void> => {
    for await (const text of runtime.export(session, next)) {
      if (stopped) return;
      if (matches(text)) found.push(next);
      next += 1;
      if (next % batchLines > 0) continue;
      changed();
      await setImmediate();
    }
  };
  const readOn = async (): Promise<void> => {
    again = true;
    if (reading) return;
    reading = true;
    while (again && !stopped) {
      again = false;
      // What cannot be read is not found; the verdict says what is wrong with the log.
      await read().catch(() => {});
    }
    reading = false;
    changed();
  };
  void readOn();
  return {
    found: () => found,
    looked: () => next,
    readOn: () => void readOn(),
    stop: () => {
      stopped = true;
    },
  };
};

const kindPrefix = "type:";

const matcher = (typed: string): ((exported: string) => boolean) => {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean);
  const kinds = words.flatMap((word) => (word.startsWith(kindPrefix) ? [word.slice(kindPrefix.length)] : []));
  const texts = words.filter((word) => !word.startsWith(kindPrefix));
  return (exported) => {
    const line = exported.toLowerCase();
    if (!texts.every((word) => line.includes(word))) return false;
    if (kinds.length === 0) return true;
    // The line is JSON within JSON.
    const kind = /\\"type\\":\\"([^"\\]*)/u.exec(line)?.[1] ?? "";
    return kinds.every((word) => kind.includes(word));
  };
};
