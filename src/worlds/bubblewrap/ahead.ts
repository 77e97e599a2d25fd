/** Builds a sandbox before its command is known: that takes longer than most commands, and time passes between them. */
import { randomUUID } from "node:crypto";
import type { Process, Program, Spawn } from "../process.ts";
import { marker } from "../process-tree.ts";
import { signal } from "../signal.ts";

/** A sandbox to build: what it must be like when it is taken, and its words, for a mark. */
export interface Plan {
  readonly likeness: string;
  readonly cwd: string;
  readonly stderr: Program["stderr"];
  readonly words: (mark: string) => Program["argv"];
}

/** A sandbox with its command in it. */
export interface Taken {
  readonly process: Process;
  readonly mark: string;
}

/** At most one sandbox that waits. */
export interface Ahead {
  /** Gives the waiting one its command; undefined when there is none like that, or such a command cannot be given. */
  readonly take: (like: Pick<Plan, "likeness" | "stderr">, command: readonly string[]) => Promise<Taken | undefined>;
  /** Builds one in a moment, in place of another that waits. */
  readonly build: (plan: () => Plan) => void;
  readonly close: () => Promise<void>;
}

interface Waiting extends Taken {
  readonly key: string;
  readonly expiry: NodeJS.Timeout;
}

/** Whoever waits for the end of a command comes first. */
const pauseMs = 1;

/** A sandbox that nobody wants is two idle processes. */
const patienceMs = 60_000;

/** Below what an empty pipe takes at once. */
const maxCommandBytes = 60_000;

export const ahead = (spawn: Spawn): Ahead => {
  let waiting: Waiting | undefined;
  let coming: { readonly key: string; readonly done: Promise<void> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const dismiss = async (): Promise<void> => {
    const found = waiting;
    waiting = undefined;
    clearTimeout(found?.expiry);
    if (found !== undefined) await end(found.process);
  };

  const begin = async (key: string, { cwd, stderr, words }: Plan): Promise<void> => {
    await dismiss();
    const mark = randomUUID();
    const process = await spawn({
      argv: words(mark),
      cwd,
      env: { [marker]: mark },
      stdin: "none",
      stderr,
      idle: true,
    });
    if (closed || process.wake === undefined) return end(process);
    waiting = { key, process, mark, expiry: setTimeout(() => void dismiss(), patienceMs).unref() };
    void process.ended.then(() => (waiting?.process === process ? dismiss() : undefined));
  };

  const start = (plan: Plan): void => {
    const key = keyOf(plan);
    if (closed || coming !== undefined || waiting?.key === key) return;
    const done = begin(key, plan)
      .catch(() => undefined)
      .finally(() => (coming = undefined));
    coming = { key, done };
  };

  return {
    take: async (like, command) => {
      const key = keyOf(like);
      clearTimeout(timer);
      if (coming?.key === key) await coming.done;
      if (waiting?.key !== key || !canBeTold(command)) return undefined;
      const { process, mark, expiry } = waiting;
      waiting = undefined;
      clearTimeout(expiry);
      process.wake?.(command);
      return { process, mark };
    },
    build: (plan) => {
      clearTimeout(timer);
      if (closed) return;
      timer = setTimeout(() => {
        try {
          start(plan());
        } catch {
          // The next command will say what is wrong.
        }
      }, pauseMs).unref();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await coming?.done;
      await dismiss();
    },
  };
};

const keyOf = ({ likeness, stderr }: Pick<Plan, "likeness" | "stderr">): string => `${stderr} ${likeness}`;

const end = async ({ pid, ended, outputs, wake }: Process): Promise<void> => {
  signal(-pid, "SIGKILL");
  wake?.([]);
  for (const output of outputs) output.destroy();
  await ended;
};

/** NUL stands between words. */
const canBeTold = (words: readonly string[]): boolean =>
  !words.some((word) => word.includes("\0")) && Buffer.byteLength(words.join("\0")) < maxCommandBytes;
