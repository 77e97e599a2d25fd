/** Runs one command to its end: collects its output, holds it to its limits, leaves nothing of it running. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Exec, Exit, Running } from "../contract/world.ts";
import { collect, type Collected } from "./collect.ts";
import type { Launched, Launcher } from "./launcher.ts";
import type { Ending, Process, Spawn } from "./process.ts";
import { endTree, groupLives, marker, type ProcessTree } from "./process-tree.ts";
import { startError } from "./start-error.ts";

/** Where and how a command starts: a real directory, the whole environment, and the way to spawn. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly spawn: Spawn;
  /** Puts the program into its sandbox; absent, it starts as it is. */
  readonly launch?: Launcher["launch"] | undefined;
}

/** Rejects with one sentence when the program cannot be started. A command whose signal is already aborted never starts. */
export const execute = async (command: Exec, place: Place): Promise<Running> => {
  if (command.signal?.aborted === true) return neverRan;
  const mark = randomUUID();
  const { process, ended } = await start(command, place, mark);
  const collected = collect(process.outputs, command);
  const tree = { pid: process.pid, mark };
  const end = ending(tree, command);
  return {
    exit: conclude(process, { tree, end, collected }).finally(ended),
    ...standardInput(process, command),
    kill: () => {
      end.stop("aborted");
    },
  };
};

/** A process, and what is to be done when nothing of its command is left. */
interface Started extends Pick<Launched, "ended"> {
  readonly process: Process;
}

const start = async (command: Exec, { cwd, env, spawn, launch }: Place, mark: string): Promise<Started> => {
  const { argv, limits } = command;
  const program = { argv, cwd, env: { ...env, ...command.env, PWD: cwd, [marker]: mark }, limits };
  const { stderr = "merged" } = command;
  const stdin = command.stdin === undefined ? "none" : "pipe";
  const streams = stdin === "none" ? { stderr } : {};
  const {
    ended,
    outcome,
    process: ready,
    ...launched
  }: Launched = (await launch?.({ ...program, ...streams })) ?? program;
  try {
    const process = ready ?? (await spawn({ ...launched, stdin, stderr }));
    return { process: outcome === undefined ? process : { ...process, ended: process.ended.then(outcome) }, ended };
  } catch (cause) {
    ended?.();
    throw startError(argv[0], cause);
  }
};

/** A process that closes its input early is no fault, so errors of writing to it are not heard. */
const standardInput = ({ stdin }: Process, command: Exec): Pick<Running, "write" | "end"> => {
  stdin?.on("error", () => undefined);
  if (typeof command.stdin === "object") stdin?.end(command.stdin.text);
  return {
    write: (text) => {
      if (command.stdin !== "open") throw new Error(`the standard input of ${command.argv[0]} is not open`);
      stdin?.write(text);
    },
    end: () => {
      stdin?.end();
    },
  };
};

/** Why a command is ended from outside, if it is; the first reason counts. `gaveUp` resolves when nothing ends it. */
interface EndControl {
  readonly stop: (why: "timeout" | "aborted") => void;
  readonly release: () => void;
  readonly why: () => Exit["ended"];
  readonly gaveUp: Promise<Ending>;
}

const ending = (tree: ProcessTree, { timeoutMs, signal }: Exec): EndControl => {
  let why: Exit["ended"] = "by itself";
  let open = true;
  const gaveUp = Promise.withResolvers<Ending>();
  const stop = (reason: "timeout" | "aborted"): void => {
    if (!open || why !== "by itself") return;
    why = reason;
    void endTree(tree)
      .then(() => sleep(drainMs))
      .then(() => gaveUp.resolve({ code: null, signal: "SIGKILL", orphans: undefined }));
  };
  const abort = (): void => {
    stop("aborted");
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, Math.min(timeoutMs, maxTimerMs), "timeout");
  signal?.addEventListener("abort", abort);
  if (signal?.aborted === true) abort();
  return {
    stop,
    release: () => {
      open = false;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
    why: () => why,
    gaveUp: gaveUp.promise,
  };
};

/** A timer set to more fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/** What goes into the end of a command. */
interface Course {
  readonly tree: ProcessTree;
  readonly end: EndControl;
  readonly collected: Collected;
}

const conclude = async (process: Process, { tree, end, collected }: Course): Promise<Exit> => {
  const { code, signal, orphans, leftovers: seen = 0 } = await Promise.race([process.ended, end.gaveUp]);
  end.release();
  const complete = await within(collected.complete, drainMs);
  const clean = complete && orphans?.length === 0 && !groupLives(tree);
  const leftovers = Math.max(seen, clean ? 0 : await endTree(tree, orphans));
  if (!complete) await within(collected.complete, drainMs);
  return { code, signal, ended: end.why(), ...collected.close(), leftovers };
};

/** How long output is waited for after the command itself has ended: something it left behind may hold the pipe open. */
const drainMs = 100;

const within = async (promise: Promise<unknown>, ms: number): Promise<boolean> => {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, ms, false);
  try {
    return await Promise.race([promise.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const neverRan: Running = {
  exit: Promise.resolve({ code: null, signal: undefined, ended: "aborted", stdout: "", stderr: "", leftovers: 0 }),
  write: () => undefined,
  end: () => undefined,
  kill: () => undefined,
};
