/** Talks to the spawn helper: a small process kept open that starts programs, because a fork of this one is slow. */
import { type ChildProcessByStdio, spawn as nodeSpawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { constants as system } from "node:os";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { getSystemErrorName } from "node:util";
import { codeOf } from "./file-error.ts";
import type { Ending, Process, Program } from "./process.ts";
import { signal } from "./signal.ts";
import { helperScript } from "./spawn-helper-script.ts";

/** A helper that runs. */
export interface SpawnHelper {
  readonly pid: number;
  /** Undefined when the helper died before it started the program, which may then be started in another way. */
  readonly spawn: (program: Program) => Promise<Process | undefined>;
  readonly alive: () => boolean;
  /** Kills everything that it started. */
  readonly close: () => Promise<void>;
}

/** Undefined where it cannot work: no Linux, no Perl, no /proc. Nobody is kept alive by a helper that does nothing. */
export const spawnHelper = async (env: Readonly<Record<string, string>>): Promise<SpawnHelper | undefined> => {
  if (process.platform !== "linux") return undefined;
  const child: Child = nodeSpawn("perl", ["-e", helperScript, String(prctlNumbers[process.arch] ?? 0)], {
    cwd: "/",
    env,
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  const connection: Connection = { child, calls: new Map(), open: true, closing: false };
  if (await listen(connection)) return connected(connection);
  child.kill("SIGKILL");
  return undefined;
};

/** The system call prctl, by which the helper adopts orphans and takes its children with it. */
const prctlNumbers: Partial<Record<NodeJS.Architecture, number>> = {
  x64: 157,
  arm64: 167,
  riscv64: 167,
  loong64: 167,
  ppc64: 171,
  s390x: 172,
  arm: 172,
  ia32: 172,
};

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface Connection {
  readonly child: Child;
  readonly calls: Map<string, Call>;
  /** Until the helper's last word was read. */
  open: boolean;
  /** From the wish to close it on, this process waits for its end. */
  closing: boolean;
}

/** A program that was asked for. It has a process from the moment the helper is ready to let it go. */
interface Call {
  process: Process | undefined;
  /** "started": it shall be idle, and is once it has started. */
  idle: "no" | "started" | "yes";
  readonly started: PromiseWithResolvers<Process | undefined>;
  readonly ended: PromiseWithResolvers<Ending>;
}

const connected = (connection: Connection): SpawnHelper => {
  const { child, calls } = connection;
  let last = 0;
  return {
    pid: child.pid as number,
    spawn: ({ argv, cwd, env, stderr, idle }) => {
      if (!connection.open) return Promise.resolve(undefined);
      last += 1;
      const id = String(last);
      const call = newCall(idle ? "started" : "no");
      calls.set(id, call);
      holdFor(connection);
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      send(child, ["run", id, idle ? "idle" : "none", stderr, cwd, String(argv.length), ...argv, ...variables]);
      return call.started.promise;
    },
    alive: () => connection.open,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      connection.closing = true;
      hold(child, true);
      child.stdin.end();
      await once(child, "exit");
    },
  };
};

const newCall = (idle: Call["idle"]): Call => ({
  process: undefined,
  idle,
  started: Promise.withResolvers(),
  ended: Promise.withResolvers(),
});

/** Four bytes of length, then words that end in NUL. */
const send = (child: Child, words: readonly string[]): void => {
  const text = Buffer.from(words.map((word) => `${word}\0`).join(""));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  child.stdin.write(Buffer.concat([length, text]));
};

const patienceMs = 5000;

/** Resolves to whether the helper works: it says so, and what it holds open can be opened here. */
const listen = (connection: Connection): Promise<boolean> => {
  const { child, calls } = connection;
  const ready = Promise.withResolvers<boolean>();
  setTimeout(ready.resolve, patienceMs, false).unref();
  child.once("error", () => {
    ready.resolve(false);
  });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const [word = "", id = "", ...rest] = line.split(" ");
    const call = calls.get(id);
    if (word === "ready") ready.resolve(canOpen(child, id));
    else if (call !== undefined)
      reports[word as keyof typeof reports](call, { connection, id, rest, alone: calls.size === 1 });
    if (word === "failed" || word === "ended") calls.delete(id);
    holdFor(connection);
  });
  lines.once("close", () => {
    connection.open = false;
    ready.resolve(false);
    for (const call of calls.values()) lose(call);
    calls.clear();
  });
  return ready.promise;
};

/** One line from the helper. */
interface Report {
  readonly connection: Connection;
  readonly id: string;
  readonly rest: readonly string[];
  /** Whether no other program is under way. */
  readonly alone: boolean;
}

const reports = {
  opened: (call: Call, { connection, id, rest: [pid, ...descriptors] }: Report): void => {
    const { child } = connection;
    const outputs: Socket[] = [];
    const wake = (words: readonly string[]): void => {
      call.idle = "no";
      for (const output of outputs) output.ref();
      holdFor(connection);
      send(child, ["tell", id, ...words]);
    };
    call.process = {
      pid: Number(pid),
      outputs,
      stdin: undefined,
      ended: call.ended.promise,
      wake: call.idle === "no" ? undefined : wake,
    };
    try {
      for (const descriptor of descriptors)
        outputs.push(new Socket({ fd: openOutput(child, descriptor), readable: true }));
    } catch (error) {
      // Without its output it counts as killed. The helper is dead, or else this process has too many files open.
      signal(-Number(pid), "SIGKILL");
      call.ended.resolve(killed);
      if (codeOf(error) !== "ENOENT") call.started.reject(error);
    }
    send(child, ["taken", id]);
  },
  started: (call: Call): void => {
    if (call.idle === "started") rest(call);
    call.started.resolve(call.process);
  },
  failed: ({ process, started }: Call, { rest: [errno] }: Report): void => {
    for (const output of process?.outputs ?? []) output.destroy();
    const code = getSystemErrorName(-Number(errno));
    started.reject(Object.assign(new Error(code), { code }));
  },
  ended: ({ ended }: Call, { rest: [status, ...orphans], alone }: Report): void => {
    // Beside other programs, whose orphans they are must be searched for; without any orphan there is nothing to search.
    const known = orphans.length === 0 || (alone && orphans[0] !== "?");
    const number = Number(status) & 127;
    ended.resolve({
      code: number === 0 ? Number(status) >> 8 : null,
      signal: number === 0 ? undefined : (signalNames.get(number) ?? `signal ${String(number)}`),
      orphans: known ? orphans.map(Number) : undefined,
    });
  },
};

const signalNames = new Map(Object.entries(system.signals).map(([name, number]) => [number, name]));

/** The helper is dead, and its programs with it. One that has no process yet was not let go, and can be started again. */
const lose = ({ process, started, ended }: Call): void => {
  started.resolve(process);
  ended.resolve(killed);
};

const killed: Ending = { code: null, signal: "SIGKILL", orphans: undefined };

/** The reading end of a pipe that the helper holds open; what is opened is a pipe of its own right and ends like one. */
const openOutput = ({ pid }: Child, descriptor: string): number =>
  openSync(`/proc/${String(pid)}/fd/${descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);

const canOpen = (child: Child, descriptor: string): boolean => {
  try {
    closeSync(openOutput(child, descriptor));
    return true;
  } catch {
    return false;
  }
};

const rest = (call: Call): void => {
  call.idle = "yes";
  for (const output of call.process?.outputs ?? []) (output as Socket).unref();
};

const holdFor = ({ child, calls, closing }: Connection): void => {
  hold(child, closing || [...calls.values()].some(({ idle }) => idle !== "yes"));
};

/** Whether this process stays alive for the helper's sake: only while it waits for something. */
const hold = (child: Child, needed: boolean): void => {
  for (const handle of [child, child.stdin as Socket, child.stdout as Socket])
    if (needed) handle.ref();
    else handle.unref();
};
