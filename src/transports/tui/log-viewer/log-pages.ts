/** Lines of a log, read a page at a time and only where they are looked at; so a long log is as quick as a short one. */
import type { Runtime } from "../../../contract/runtime.ts";
import { type LogLine, logLine } from "./log-line.ts";

export interface LogPages {
  /** Undefined while it is being read, and where no line is; `changed` is called when there is more. */
  readonly at: (seq: number) => LogLine | undefined;
  /** There are more lines now than when the last page was read. */
  readonly grown: () => void;
}

interface Page {
  readonly lines: LogLine[];
  /** `ended`: there was no more to read when it was read last. */
  state: "resting" | "reading" | "ended";
}

const pageLines = 64;
/** More than a terminal shows rows: each may stand on another page when the log is filtered. */
const mostPages = 256;

export const logPages = (runtime: Runtime, session: string, changed: () => void): LogPages => {
  /** In the order of their last use. */
  const pages = new Map<number, Page>();
  const read = async (number: number, page: Page): Promise<void> => {
    page.state = "reading";
    const first = number * pageLines;
    const before = page.lines.length;
    try {
      for await (const text of runtime.export(session, first + before)) {
        page.lines.push(logLine(text, first + page.lines.length));
        if (page.lines.length >= pageLines) break;
      }
    } catch {
      // What cannot be read stays empty; the verdict says what is wrong with the log.
    }
    page.state = page.lines.length > before ? "resting" : "ended";
    changed();
  };
  return {
    at: (seq) => {
      const number = Math.floor(seq / pageLines);
      const page: Page = pages.get(number) ?? { lines: [], state: "resting" };
      pages.delete(number);
      pages.set(number, page);
      if (pages.size > mostPages) pages.delete(pages.keys().next().value ?? -1);
      const line = page.lines[seq % pageLines];
      if (line === undefined && page.state === "resting") void read(number, page);
      return line;
    },
    grown: () => {
      for (const page of pages.values()) if (page.state === "ended") page.state = "resting";
    },
  };
};

/** The line of a seq as it is exported; undefined when there is none. */
export const exportedLine = async (runtime: Runtime, session: string, seq: number): Promise<string | undefined> => {
  for await (const text of runtime.export(session, seq)) return text;
  return undefined;
};
