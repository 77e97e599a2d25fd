/** A program on a pseudo-terminal: `script` of util-linux relays between that and pipes, the same for all that are compared. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export interface Terminal {
  /** Resolves with milliseconds from the start of the program to the first bytes that hold the text. */
  readonly shows: (text: string) => Promise<number>;
  /** Writes a key. Gives back milliseconds until the first byte comes back, and all bytes until it is quiet. */
  readonly press: (key: string) => Promise<{ readonly ms: number; readonly bytes: number }>;
  readonly write: (text: string) => void;
  /** Gives back what gives back all that was written since then. */
  readonly listen: () => () => string;
  /** Presses Ctrl-D, and waits until the program has ended by itself. */
  readonly leave: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface TerminalOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Written in the moment before the program begins. */
const starts = "starts";

/** Nothing more comes of a key after so long, in milliseconds: two frames and a half. */
const quietMs = 40;

/** Nothing that is measured takes so long. */
const patienceMs = 60_000;

export const terminal = ({ argv, cwd, env }: TerminalOptions): Terminal => {
  const words = argv.map((word) => `'${word}'`).join(" ");
  let startedAt: number | undefined;
  const own = mkdtempSync(join(tmpdir(), "kelson-terminal-"));
  const pid = join(own, "pid");
  const child = spawn(
    "script",
    ["-qefc", `echo $$ > ${pid}; stty rows 30 cols 100; printf ${starts}; exec ${words}`, "/dev/null"],
    {
      cwd,
      env: { ...env, SHELL: "/bin/sh", TERM: "xterm-256color" },
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void closed.then(() => rmSync(own, { recursive: true }));
  let text = "";
  let bytes = 0;
  let heard = (): void => {};
  child.stdout.on("data", (chunk: Buffer) => {
    // What carries the terminal takes its time, too.
    startedAt ??= performance.now();
    bytes += chunk.length;
    text = (text + chunk.toString("latin1")).slice(-1_000_000);
    heard();
  });
  const ownId = (): number => Number(readFileSync(pid, "utf8"));
  const next = (): Promise<void> => new Promise((resolve) => (heard = resolve));
  const quiet = (): Promise<void> =>
    new Promise((resolve) => {
      let timer = setTimeout(resolve, quietMs);
      heard = () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, quietMs);
      };
    });
  return {
    shows: async (wanted) => {
      const from = performance.now();
      while (!text.includes(wanted)) {
        await Promise.race([next(), delay(1_000)]);
        if (performance.now() - from > patienceMs) throw new Error(`no "${wanted}" in:\n${text.slice(-2_000)}`);
      }
      return performance.now() - (startedAt ?? from);
    },
    press: async (key) => {
      await quiet();
      bytes = 0;
      const from = performance.now();
      const answered = next();
      child.stdin.write(key);
      await answered;
      const ms = performance.now() - from;
      await quiet();
      return { ms, bytes };
    },
    listen: () => {
      text = "";
      return () => text;
    },
    write: (typed) => void child.stdin.write(typed),
    leave: async () => {
      await quiet();
      const id = ownId();
      child.stdin.write("\u0004");
      while (isAlive(id)) await delay(20);
      child.kill();
      await closed;
    },
    close: async () => {
      // Ended itself, `script` would wait for it.
      const id = ownId();
      if (id > 0) process.kill(id, "SIGKILL");
      await closed;
    },
  };
};

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};
