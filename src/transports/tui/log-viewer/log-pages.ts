/** Lines of a log, read a page at a time and only where they are looked at; so a long log is as quick as a short one. */
import type { Runtime } from "../../../contract/runtime.ts";
import { type LogLine, logLine } from "./log-line.ts";

export interface LogPages {
  /** Undefined while it is being read; `changed` is called when it is there. */
  readonly at: (seq: number) => LogLine | undefined;
}

const pageLines = 64;
/** More than a terminal shows rows: each may stand on another page when the log is filtered. */
const mostPages = 256;

export const logPages = (runtime: Runtime, session: string, changed: () => void): LogPages => {
  /** In the order of their last use. A page that is still being read is empty, and the last one grows. */
  const pages = new Map<number, LogLine[]>();
  const reading = new Set<number>();
  const read = async (page: number, lines: LogLine[]): Promise<void> => {
    reading.add(page);
    try {
      const first = page * pageLines + lines.length;
      for await (const text of runtime.export(session, first)) {
        lines.push(logLine(text, page * pageLines + lines.length));
        if (lines.length >= pageLines) break;
      }
    } catch {
      // What cannot be read stays empty; the verdict says what is wrong with the log.
    }
    reading.delete(page);
    changed();
  };
  return {
    at: (seq) => {
      const page = Math.floor(seq / pageLines);
      const lines = pages.get(page) ?? [];
      pages.delete(page);
      pages.set(page, lines);
      if (pages.size > mostPages) pages.delete(pages.keys().next().value ?? -1);
      const line = lines[seq % pageLines];
      if (line === undefined && !reading.has(page)) void read(page, lines);
      return line;
    },
  };
};

/** The line of a seq as it is exported; undefined when there is none. */
export const exportedLine = async (runtime: Runtime, session: string, seq: number): Promise<string | undefined> => {
  for await (const text of runtime.export(session, seq)) return text;
  return undefined;
};
