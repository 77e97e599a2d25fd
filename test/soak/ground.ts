/** A home and a workspace of their own, and the program in them: run to its end, or killed at some moment. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Event } from "../../src/contract/event.ts";
import type { Result } from "../../src/transports/cli/result.ts";
import { bigFile } from "./scenario.ts";

/** A process is killed so many milliseconds after it has written so many lines. */
export interface Moment {
  readonly lines: number;
  readonly ms: number;
}

export const never: Moment = { lines: Infinity, ms: 0 };

/** How one process went. */
export interface Life {
  readonly killed: boolean;
  readonly code: number | null;
  readonly stderr: string;
  /** What it showed, line by line. */
  readonly events: readonly Event[];
  readonly result: Result | undefined;
}

export interface Ground extends AsyncDisposable {
  readonly cwd: string;
  readonly stateDirectory: string;
  readonly live: (argv: readonly string[], moment?: Moment) => Promise<Life>;
}

const program = join(import.meta.dirname, "..", "..", "src", "main.ts");

export const ground = async (): Promise<Ground> => {
  const base = await mkdtemp(join(tmpdir(), "kelson-soak-"));
  const cwd = await mkdtemp(join(base, "work-"));
  await writeFile(join(cwd, bigFile.name), bigFile.text);
  const env = {
    PATH: process.env["PATH"],
    HOME: base,
    NODE_COMPILE_CACHE: join(tmpdir(), "kelson-test-compiled"),
    KELSON_RETRY_WAIT: "0.01",
  };
  const live = async (argv: readonly string[], moment: Moment = never): Promise<Life> => {
    const child = spawn(process.execPath, [program, ...argv], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    const gone = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal }));
    });
    const records: Shown[] = [];
    const kill = async (): Promise<void> => {
      await wait(moment.ms);
      child.kill("SIGKILL");
    };
    if (moment.lines === 0) void kill();
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (line) => {
      const shown = readShown(line);
      if (shown !== undefined) records.push(shown);
      if (records.length === moment.lines) void kill();
    });
    const { code, signal } = await gone;
    return {
      killed: signal === "SIGKILL",
      code,
      stderr,
      events: records.flatMap((record) => (record.type === "event" ? [record.event] : [])),
      result: records.find((record) => record.type === "result"),
    };
  };
  return {
    cwd,
    stateDirectory: join(base, ".local", "state", "kelson"),
    live,
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true, maxRetries: 5 }),
  };
};

type Shown = { readonly type: "event"; readonly event: Event } | { readonly type: "system" } | Result;

/** The last line of a process that was killed may be a part of one. */
const readShown = (line: string): Shown | undefined => {
  try {
    return JSON.parse(line) as Shown;
  } catch {
    return undefined;
  }
};
