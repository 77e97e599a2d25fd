/** What is known of a shell line before it runs. */
import type { Effect } from "../../contract/terms.ts";

/** Where a line would run. All paths are absolute and without `..`. */
export interface Place {
  readonly cwd: string;
  readonly home: string;
  /** The workspace's directories. */
  readonly roots: readonly string[];
  /** Where the program keeps its sessions. */
  readonly stateDirectory?: string | undefined;
  readonly mountPoints: readonly string[];
}

/** One simple command that would run, wrappers such as `sudo` and `xargs` taken off. */
export interface CommandPart {
  /** The program and its words, expanded; a word that is not known is its source. */
  readonly words: readonly string[];
  readonly effects: readonly Effect[];
  /**
   * Absolute paths, resolved by their letters alone. One that holds `*`, `?` or `[` may be a pattern, in which a backslash
   * escapes; `**` is any path below.
   */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly hosts: readonly string[];
  /** Whether the rest is the whole truth. */
  readonly understood: boolean;
  readonly why?: string;
}

export interface CommandReading {
  /** Whether every part was understood; when not, somebody has to be asked. */
  readonly understood: boolean;
  /** A sentence without a full stop. */
  readonly why?: string;
  readonly parts: readonly CommandPart[];
  /** What must never run, in any mode: a sentence without a full stop. */
  readonly destroys?: string;
}
