/** How the programs of commands are started: as they are, or inside a sandbox of the kernel. */
import type { Allowance, Confinement, ExecLimits } from "../contract/world.ts";
import type { Roots } from "./paths.ts";
import type { Ending, Process, Program, Spawn } from "./process.ts";

/** A program about to start: `cwd` is a real directory, `env` the whole environment. */
export interface Launch extends Pick<Allowance, "hosts" | "denied" | "reliesOn" | "connected"> {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limits?: ExecLimits | undefined;
  /** What it may write, when that is less than what the launcher lets others write. */
  readonly writes?: Writes | undefined;
  /** Directories that it must be able to read, wherever they lie. */
  readonly reads?: readonly string[] | undefined;
  /** How its outputs are read, when it has no standard input; only then can its process be there already. */
  readonly stderr?: Program["stderr"] | undefined;
}

/**
 * What really starts: the words that build the sandbox first, then become the program. `ended` is called when it is over;
 * `outcome` says how the program itself ended, where that is not how the sandbox did.
 */
export interface Launched extends Pick<Launch, "argv" | "cwd" | "env"> {
  readonly outcome?: ((ending: Ending) => Ending) | undefined;
  readonly ended?: (() => void) | undefined;
  /** It has been started already. */
  readonly process?: Process | undefined;
}

/** A sandbox for one directory's commands. `launch` rejects with one sentence when it cannot be built. */
export interface Launcher {
  /** As it is now: a sandbox that is on trial may make way for another. */
  readonly confinement: Confinement;
  readonly launch: (program: Launch) => Promise<Launched>;
  readonly close: () => Promise<void>;
}

/** What commands may write: nothing but their own temporary directory, or the workspace too. */
export type Writes = "read-only" | "workspace-write";

/** The stricter of both: a launch can be held to less than its launcher allows, never to more. */
export const strictest = (launcher: Writes, launch: Writes | undefined): Writes =>
  launch === "read-only" ? launch : launcher;

/** Makes the launcher of a directory's commands. `env` is this process's own. Rejects when it does not work on this machine. */
export type OpenLauncher = (options: {
  readonly roots: Roots;
  readonly writes: Writes;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files and directories that commands must not see, besides those where secrets usually lie. */
  readonly hidden?: readonly string[] | undefined;
  /** Starts sandboxes before their commands are known; absent, each is built when its command starts. */
  readonly spawn?: Spawn | undefined;
}) => Promise<Launcher>;
