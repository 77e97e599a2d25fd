/** What a runtime tells of the files of a session, and how they are put back: plain data for every transport. */
import type { FileChange, FilesRestored, LeftOut } from "./checkpoint.ts";

/** A moment that a session can be rewound to: after a step, 0 being before the first. */
export interface RewindPoint {
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What the user said last before the step was taken, on one line and cut; empty before the first message. */
  readonly said: string;
  /** Paths that the calls of this step changed. */
  readonly files: number;
}

/** Whose changes are asked for: those of all calls of a session, of those of a step, or of one, by its id. */
export type ChangesOf = "session" | { readonly step: number } | { readonly call: string };

/** A path that calls changed, and its lines where both sides are text. */
export interface ChangedFile extends FileChange {
  /** A unified diff; absent for what is no text, or has the same bytes. */
  readonly diff?: string | undefined;
  /** Why there is no diff of a file whose bytes differ. */
  readonly hidden?: "binary" | "too long" | undefined;
  readonly addedLines: number;
  readonly removedLines: number;
}

export interface SessionChanges {
  readonly session: string;
  /** The workspace. */
  readonly directory: string;
  /** By path, parents first. */
  readonly files: readonly ChangedFile[];
  /** What snapshots do not hold, so that changes of it are not known. */
  readonly leftOut: readonly LeftOut[];
  /** Why some calls' work was not saved, and is missing here. */
  readonly trouble?: string | undefined;
}

export interface RewindRequest {
  /** A step; by default the last one before what the user said last. */
  readonly to?: number | undefined;
  readonly what: "files" | "conversation" | "both";
  /** The conversation goes back to before this line, such as a message after that step; by default to the step's outcome. */
  readonly before?: number | undefined;
  /** What becomes of files that somebody else than a call edited since: they stay (the default), or are replaced, too. */
  readonly edited?: "keep" | "replace" | undefined;
  /** Only says what it would do. */
  readonly preview?: boolean | undefined;
}

export interface Rewound {
  readonly session: string;
  readonly directory: string;
  /** Absent when a restore was undone. */
  readonly step?: number | undefined;
  /** What was or would be put back; absent for a conversation alone. */
  readonly files?: FilesRestored | undefined;
  /** The new session in which the conversation goes on. */
  readonly fork?: string | undefined;
}

/** The part of a runtime's door that is about files. Errors are KelsonErrors. */
export interface FilesDoor {
  /** Oldest first. */
  readonly points: (id: string) => Promise<readonly RewindPoint[]>;
  /** KelsonError `not_found`: no such call or step, or its snapshots are not on this machine. */
  readonly changes: (id: string, of: ChangesOf) => Promise<SessionChanges>;
  /**
   * Goes back to a step: files are put back, the conversation is forked there. KelsonError `held` while anybody works on the
   * session, `not_found` without snapshots, `bad_input` without such a step.
   */
  readonly rewind: (id: string, request: RewindRequest) => Promise<Rewound>;
  /** Undoes the last restore of the session, or the one that it was forked in; asked again, it undoes that. */
  readonly undoRewind: (id: string, request?: Pick<RewindRequest, "edited" | "preview">) => Promise<Rewound>;
}
