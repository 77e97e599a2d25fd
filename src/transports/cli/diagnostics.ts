/** Diagnostics: what happened as structured JSON lines, apart from the event log and without any content. */
import { appendFileSync } from "node:fs";
import { KelsonError, sentenceOf } from "../../contract/error.ts";
import { type Event, type EventType, splitData } from "../../contract/event.ts";
import { cleanJson } from "../terminal/clean.ts";
import { type LogLevel, logLevels } from "./flags.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Diagnostics {
  readonly log: (level: LogLevel, message: string, fields?: object) => void;
  /** An event by its sealed fields: names, sizes and times, never texts. */
  readonly event: (event: Event) => void;
}

const levels: { readonly [T in EventType]?: LogLevel } = {
  "run.started": "info",
  "run.ended": "info",
  "model.failed": "warn",
  "call.denied": "warn",
  "guard.tripped": "warn",
};

/** To a file, or to standard error when only a level was given; nowhere without both. Rejects a file that cannot be written. */
export const diagnostics = (
  { stderr, now, redact }: Surroundings,
  { logLevel, logFile }: { readonly logLevel?: LogLevel | undefined; readonly logFile?: string | undefined },
): Diagnostics => {
  const write = logFile === undefined ? stderr.write : toFile(logFile);
  const most = logFile === undefined && logLevel === undefined ? -1 : logLevels.indexOf(logLevel ?? "info");
  const log: Diagnostics["log"] = (level, message, fields = {}) => {
    if (logLevels.indexOf(level) > most) return;
    write(`${redact(cleanJson(JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...fields })))}\n`);
  };
  return {
    log,
    event: ({ type, data, ...place }) =>
      log(levels[type] ?? "debug", type, { ...place, ...splitData(type, data).sealed }),
  };
};

const toFile = (file: string): ((line: string) => void) => {
  const write = (line: string): void => {
    try {
      appendFileSync(file, line);
    } catch (error) {
      throw new KelsonError("bad_input", `--log-file ${file} cannot be written: ${sentenceOf(error)}`, {
        cause: error,
      });
    }
  };
  write("");
  return write;
};
