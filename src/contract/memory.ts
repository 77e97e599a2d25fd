/** The port to notes that outlive sessions: what is worth knowing the next time, kept as files that people read and edit. */

/** What a note is about: the user, how they want work done, this project beyond its files, or where something is found. */
export const noteTypes = ["user", "feedback", "project", "reference"] as const;

/** Whether a note counts everywhere or in one project. */
export const noteScopes = ["user", "project"] as const;

export type NoteType = (typeof noteTypes)[number];
export type NoteScope = (typeof noteScopes)[number];

/** The longest that a note may be, in characters. */
export const noteLimits = { name: 80, description: 200, text: 8_000 } as const;

/** A note as it is written: `name` tells it from the others of its scope, `description` is its line in the index. */
export interface NoteDraft {
  readonly name: string;
  readonly description: string;
  readonly type: NoteType;
  readonly scope: NoteScope;
  readonly text: string;
}

/** A note as it is kept. Days are `2026-01-31`, in UTC; `verified` is when it was last saved again. */
export interface Note extends NoteDraft {
  readonly created: string;
  readonly verified?: string | undefined;
  readonly file: string;
}

/** All notes, the newest first, and each file among them that is none, with why. `begun`: whether any was ever kept. */
export interface Notes {
  readonly begun: boolean;
  readonly notes: readonly Note[];
  readonly faults: readonly { readonly file: string; readonly why: string }[];
}

/**
 * Keeps notes. A file that is no note hinders nothing and is told in `faults`. A note is written whole or not at all, also
 * beside another process. Rejects with KelsonError: `bad_input` for a draft that cannot be kept, `not_writable`.
 */
export interface MemoryKeeper {
  readonly directories: Readonly<Record<NoteScope, string>>;
  readonly list: () => Promise<Notes>;
  /** A note of the same name and scope is replaced and keeps its day of creation. */
  readonly save: (draft: NoteDraft) => Promise<{ readonly note: Note; readonly updated: boolean }>;
  /** Gives back those that are gone: of both scopes when none is named, none when there is no such note. */
  readonly delete: (name: string, scope?: NoteScope) => Promise<readonly Note[]>;
  /** Best first: those in whose names, descriptions and texts a word stands, or begins. */
  readonly search: (words: string, limit: number) => Promise<readonly Note[]>;
}
