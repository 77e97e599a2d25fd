/** What looks after the sub-agents of one session, as the session's performers know it. */
import type { Command } from "../../contract/command.ts";
import type { Paused } from "../../contract/host.ts";
import type { Mode } from "../../contract/terms.ts";

export interface Nursery {
  /** Lets all work that can. */
  readonly tend: () => void;
  /** Tells all to stop. What comes of it they report. */
  readonly cancel: () => void;
  /** Resolves when a child has reported or waits for a person. */
  readonly rested: (child: string) => Promise<void>;
  /** What a child in the foreground waits for; told once. */
  readonly question: (child: string) => Paused | undefined;
  readonly send: (child: string, command: Command) => Promise<void>;
  /** Lets those that work have the mode of their parent at once; the others have it before they go on. */
  readonly spread: (mode: Mode) => void;
  /** Rejects when the nursery cannot go on. */
  readonly failed: () => Promise<never>;
  /** Lets go of all where they stand, as a crash would. */
  readonly stop: () => Promise<void>;
}
