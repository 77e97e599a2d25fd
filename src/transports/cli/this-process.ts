/** The surroundings of a real process. */
import { randomUUID } from "node:crypto";
import type { Interface } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";
import type { Input, Output, StopSignal, Surroundings } from "./surroundings.ts";

const stopSignals: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Two signals this close are one: a terminal and the parent process both hand on the same Ctrl-C. */
const sameSignalMs = 100;

export const thisProcess = (): Omit<
  Surroundings,
  "configure" | "configuration" | "assemble" | "run" | "redact" | "warn" | "version" | "packageRoot"
> => ({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdin: input(process.stdin),
  stdout: output(process.stdout),
  stderr: output(process.stderr),
  now: Date.now,
  newId: randomUUID,
  onSignal,
});

const onSignal: Surroundings["onSignal"] = (listener) => {
  let last = -Infinity;
  const heard = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (now - last > sameSignalMs) listener(signal as StopSignal);
    last = now;
  };
  for (const signal of stopSignals) process.on(signal, heard);
  return () => {
    for (const signal of stopSignals) process.off(signal, heard);
  };
};

const input = (stream: ReadStream): Input => ({
  terminal: stream.isTTY,
  all: async () => (await Array.fromAsync(stream.setEncoding("utf8") as AsyncIterable<string>)).join(""),
  line: lineReader(stream),
});

/**
 * The lines of a stream one by one, each when it is asked for; what came with it is kept for the next time. The terminal
 * stays in its own line mode, so that it edits the line and turns Ctrl-C into a signal.
 */
const lineReader = (stream: ReadStream): Input["line"] => {
  const kept: string[] = [];
  let ended = false;
  let opened: Promise<Interface> | undefined;
  let wanted: ((line: string | undefined) => void) | undefined;
  const open = async (): Promise<Interface> => {
    const { createInterface } = await import("node:readline");
    return createInterface({ input: stream, terminal: false })
      .on("line", (line) => (wanted === undefined ? kept.push(line) : wanted(line)))
      .on("close", () => {
        ended = true;
        wanted?.(undefined);
      });
  };
  return async (signal) => {
    const lines = await (opened ??= open());
    signal.throwIfAborted();
    if (kept.length > 0 || ended) return kept.shift();
    lines.resume();
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort);
    wanted = (line) => {
      wanted = undefined;
      resolve(line);
    };
    try {
      return await promise;
    } finally {
      wanted = undefined;
      signal.removeEventListener("abort", abort);
      if (!ended) lines.pause();
    }
  };
};

/** A reader that goes away (`kelson audit list | head`) ends the output, not the work. */
const output = (stream: WriteStream): Output => {
  let closed = false;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    closed = true;
  });
  return {
    terminal: stream.isTTY,
    get columns() {
      return stream.columns || 80;
    },
    closed: () => closed,
    write: (text) => {
      if (!closed) stream.write(text);
    },
  };
};
