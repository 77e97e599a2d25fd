/** What the parts of a world that start processes agree on. */
import type { Readable, Writable } from "node:stream";

/** A program to start, in its own process group. `env` is the whole environment. */
export interface Program {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: "none" | "pipe";
  readonly stderr: "merged" | "apart";
  /** It waits for words on its standard input; once it has started, nobody is kept alive by it before `wake` is called. */
  readonly idle?: true | undefined;
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | undefined;
  /** Processes without a parent that may come from it; undefined when only a search of all processes can tell. */
  readonly orphans: readonly number[] | undefined;
  /** Processes that a sandbox ended with its command. */
  readonly leftovers?: number | undefined;
}

/** A process that runs. `outputs` are standard output and, when apart, standard error; paused until they are read. */
export interface Process {
  readonly pid: number;
  readonly outputs: readonly Readable[];
  readonly stdin: Writable | undefined;
  readonly ended: Promise<Ending>;
  /** Of one that was started idle, where that can be: sends words, each with a NUL behind it, after four bytes of their length. */
  readonly wake?: ((words: readonly string[]) => void) | undefined;
}

/** Starts a program. Rejects with a system error (ENOENT, EACCES, E2BIG …) when it cannot be started. */
export type Spawn = (program: Program) => Promise<Process>;
