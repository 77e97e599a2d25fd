/** The rows of the log viewer: all lines of a log or those in which words stand, and which of them is selected. */
import type { Runtime, Session } from "../../../contract/runtime.ts";
import type { LogLine } from "./log-line.ts";
import { logPages } from "./log-pages.ts";
import { type LogSearch, logSearch } from "./log-search.ts";

export interface LogTable {
  /** How many lines the log has. */
  readonly lines: () => number;
  readonly rows: () => number;
  /** How many lines the search has still to look at. */
  readonly toGo: () => number;
  /** Whether the last row is selected, whatever comes. */
  readonly follows: () => boolean;
  readonly selected: () => number;
  /** The last row, or one beyond it, follows. */
  readonly select: (row: number) => void;
  readonly seqOf: (row: number) => number | undefined;
  /** Undefined while it is being read. */
  readonly line: (seq: number) => LogLine | undefined;
  /** Shows only lines with these words; empty shows all. */
  readonly search: (words: string) => void;
  readonly stop: () => void;
}

export interface ShownLog {
  readonly runtime: Runtime;
  readonly session: Session;
  /** How many lines it has now; it is followed from there. */
  readonly lines: number;
}

export const logTable = ({ runtime, session, lines }: ShownLog, changed: () => void): LogTable => {
  const pages = logPages(runtime, session.id, changed);
  let count = lines;
  let at: number | undefined;
  let found: LogSearch | undefined;
  const unfollow = session.events(count, ({ seq }) => {
    count = Math.max(count, seq + 1);
    pages.grown();
    found?.readOn();
    changed();
  });
  const rows = (): number => found?.found().length ?? count;
  const last = (): number => Math.max(0, rows() - 1);
  return {
    lines: () => count,
    rows,
    toGo: () => (found === undefined ? 0 : Math.max(0, count - found.looked())),
    follows: () => at === undefined,
    selected: () => Math.min(at ?? last(), last()),
    select: (row) => {
      at = row >= last() ? undefined : Math.max(0, row);
    },
    seqOf: (row) => (found === undefined ? row : found.found()[row]),
    line: pages.at,
    search: (words) => {
      found?.stop();
      found = words === "" ? undefined : logSearch(runtime, { session: session.id, words }, changed);
      at = undefined;
    },
    stop: () => {
      unfollow();
      found?.stop();
    },
  };
};
