/** How a run is shown: what every way of showing it can be told. */
import type { Delta } from "../../contract/delta.ts";
import type { Event } from "../../contract/event.ts";
import type { CallItem } from "../../folds/transcript-item.ts";
import type { OutputFormat, RunFlags } from "./flags.ts";
import type { Result } from "./result.ts";
import type { Seen } from "./seen.ts";
import type { Surroundings } from "./surroundings.ts";

/** What is known before the first model call. */
export interface Start {
  readonly session: string;
  readonly place: string;
  readonly saved: boolean;
  readonly chosen: string;
  /** What a session that goes on was at, in words. */
  readonly doing?: string | undefined;
}

/** Methods are called in order; `end` exactly once, whatever happened before. */
export interface Presenter {
  readonly begin: (start: Start) => void;
  readonly deltas: (deltas: readonly Delta[]) => void;
  /** `seen` has taken the event in already. */
  readonly event: (event: Event, seen: Seen) => void;
  /** A person is about to be asked about a call. */
  readonly asking: (call: CallItem) => void;
  readonly stopping: () => void;
  /** The disk is full, and all waits; or there is room again. */
  readonly room: (isFull: boolean, place: string) => void;
  readonly end: (result: Result) => void;
}

/** `details` are diffs and the beginning of what commands print, `echo` shows the user's own message. */
export interface Manner {
  readonly format: OutputFormat;
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly details: boolean;
  readonly echo: boolean;
}

/** As the flags say; `shows` adds what a command shows without being asked. */
export const mannerOf = (flags: RunFlags, shows: Partial<Pick<Manner, "details" | "echo">> = {}): Manner => {
  const { outputFormat: format, verbose = false, quiet = false } = flags;
  return { format, verbose, quiet, details: verbose, echo: false, ...shows };
};

/** A person can be asked when they see the question and can type the answer. */
export const canAsk = ({ stdin, stderr }: Surroundings, { format, quiet }: Manner): boolean =>
  stdin.terminal && stderr.terminal && format === "text" && !quiet;
