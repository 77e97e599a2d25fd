/** What the command line is started in. Everything that it reads, writes or asks for comes in by this door. */
import type { Assemble, Configuration, ConfigurationKeeper } from "../../contract/options.ts";
import type { Stop } from "../../contract/runtime.ts";

export interface Input {
  readonly terminal: boolean;
  /** Everything until its end. */
  readonly all: () => Promise<string>;
  /** The next line, undefined at the end; rejects when the signal aborts. */
  readonly line: (signal: AbortSignal) => Promise<string | undefined>;
}

export interface Output {
  readonly terminal: boolean;
  readonly columns: number;
  /** Becomes true when the reader has gone; what is written then is dropped. */
  readonly closed: () => boolean;
  readonly write: (text: string) => void;
}

/** Signals that ask the program to stop. */
export type StopSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** Values by the names of the configuration, as text where they stood after a flag. */
export type Flags = Readonly<Record<string, string | boolean>>;

export interface Surroundings {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Takes secrets out of what is said beside a session, in errors for example. */
  readonly redact: (text: string) => string;
  /** Says on standard error, once, what does not count and why. */
  readonly warn: (sentence: string) => void;
  readonly version: string;
  /** The directory of the package itself. */
  readonly packageRoot: string;
  readonly now: () => number;
  readonly newId: () => string;
  readonly onSignal: (listener: (signal: StopSignal) => void) => Stop;
  /** The configuration files and the environment, with the flags over them. */
  readonly configure: (flags: Flags) => Promise<Configuration>;
  /** The same, to look into and to change. */
  readonly configuration: () => Promise<ConfigurationKeeper>;
  readonly assemble: () => Promise<Assemble>;
  /** Another command of the program. Gives back its exit code. */
  readonly run: (surroundings: Surroundings) => Promise<number>;
}
