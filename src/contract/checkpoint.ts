/** The port to snapshots of a workspace's files: saved around calls, compared, and put back. */

/** Why a path is not in a snapshot. What git's rules ignore is no part of a snapshot at all, and is not said. */
export const leftOutReasons = {
  credential: "it may hold a secret",
  special: "it is neither a file, nor a directory, nor a symbolic link",
  unreadable: "it cannot be read",
  changing: "it changed each time it was read",
  "too-big": "it is bigger than a file of a snapshot may be",
  full: "the snapshot holds as much as it may",
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

/** `mode` holds permission bits. Digests are SHA-256 in 64 hexadecimal digits: of a file's bytes, or of a directory's listing. */
export type SavedEntry =
  | { readonly kind: "file"; readonly mode: number; readonly digest: string; readonly bytes: number }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "directory"; readonly mode: number; readonly digest: string }
  | { readonly kind: "left-out"; readonly why: LeftOutReason };

/**
 * Paths are relative to the workspace, with slashes. A byte of a name that is not UTF-8 stands as a lone surrogate (0x80 is
 * U+DC80, 0xff is U+DCFF), which JSON keeps.
 */
export interface FileChange {
  readonly path: string;
  /** What was there; nothing when the path was added. */
  readonly from?: SavedEntry | undefined;
  /** What is there; nothing when the path was removed. */
  readonly to?: SavedEntry | undefined;
}

export interface LeftOut {
  readonly path: string;
  readonly why: LeftOutReason;
}

/** A snapshot as it was saved. */
export interface FilesSaved {
  /** The same for the same content, whatever the machine: that of the listing of the workspace. */
  readonly snapshot: string;
  /** Since `since`; empty when nothing was to be compared with. By path, parents first. */
  readonly changed: readonly FileChange[];
  readonly leftOut: readonly LeftOut[];
  readonly files: number;
  /** Of all its files, before they are compressed. */
  readonly bytes: number;
}

/** What to put back. */
export interface RestoreRequest {
  /** The snapshot whose files are wanted. */
  readonly to: string;
  /**
   * The last snapshot that whoever asks knows of. What differs from it now was edited by somebody else meanwhile. Without
   * it nothing counts as edited.
   */
  readonly known?: string | undefined;
  /** What is done with a path that was edited meanwhile: left as it is (the default), or replaced like the others. */
  readonly edited?: "keep" | "replace" | undefined;
  /** Paths that somebody else edited before `known` was saved: they count like those that differ from it. */
  readonly edits?: readonly string[] | undefined;
  /** Only these paths and what lies below them; all without it. */
  readonly paths?: readonly string[] | undefined;
  /** Paths to leave alone, with what lies below them. */
  readonly keep?: readonly string[] | undefined;
}

/** Why a path stays as it is although the wanted snapshot says otherwise. */
export type KeptReason =
  | "asked" // it was to be left alone
  | "edited" // it was edited since the last known snapshot
  | "left-out" // the wanted snapshot does not hold it, or what is there now could not be saved
  | "ignored" // by the rules of the wanted snapshot git ignored it, so it may have been there
  | "in-the-way" // something that stays stands at its place or in it
  | "changed" // it changed just now, while files were put back
  | "failed"; // the system refused

export interface Kept {
  readonly path: string;
  readonly why: KeptReason;
  /** What the system said. */
  readonly error?: string | undefined;
}

/** What a restore would do, or has done. */
export interface FilesRestored {
  /** What was there before, with all that was written over or removed: restoring it undoes the restore. */
  readonly from: string;
  readonly to: string;
  /** Written, removed, or given another mode; `from` of a change is what was there. */
  readonly changed: readonly FileChange[];
  readonly kept: readonly Kept[];
  /** Those of `changed` that were edited since the last known snapshot. */
  readonly edited: readonly string[];
  /** What is there now, to be `known` when the restore is undone; nothing in a preview. */
  readonly snapshot?: string | undefined;
}

/** Snapshots of all workspaces that are kept at one place. */
export interface CheckpointPlace {
  /** Opens the snapshots of a workspace, once. KelsonError `refused` for one that is not to be saved. */
  readonly of: (root: string) => Promise<Checkpoints>;
  /** As `Checkpoints.collect`. */
  readonly collect: (named: Iterable<string>) => Promise<Collected>;
  readonly close: () => Promise<void>;
}

/** What was thrown away, in objects and in bytes on disk. */
export interface Collected {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Snapshots of one workspace. Any number may be asked for at once, and other processes may work on the same workspace and
 * keep their snapshots at the same place. A snapshot is no moment: files that change while it is made are in it as they
 * were before or after, each whole.
 *
 * Rejects with KelsonError: `not_found` (a snapshot or content that is not there), `store_failed` (no room, damaged
 * content; nothing is then half there), `bad_input`.
 */
export interface Checkpoints {
  /** What it saves, and where to: absolute. */
  readonly root: string;
  readonly place: string;
  /**
   * Saves what is there now. It never rejects for a file that cannot be had: that is left out and said. When it resolves,
   * all of the snapshot is on disk.
   */
  readonly save: (options?: { readonly since?: string | undefined }) => Promise<FilesSaved>;
  /** What leads from one snapshot to the other, by path, parents first. */
  readonly diff: (from: string, to: string) => Promise<readonly FileChange[]>;
  /** The bytes of a file, by the digest of its entry. They are checked against it. */
  readonly content: (digest: string) => Promise<Uint8Array>;
  /** What `restore` would do now. What is there now is saved. */
  readonly preview: (request: RestoreRequest) => Promise<FilesRestored>;
  /**
   * Makes the workspace what it was. Each file is replaced whole or not at all, and only after what is there was saved.
   * Cut off, it can be asked for again in the same words.
   */
  readonly restore: (request: RestoreRequest) => Promise<FilesRestored>;
  /**
   * Throws away, for all workspaces of the place, what no snapshot needs that is named here, nor any of the last hour, which
   * may not be in a log yet.
   */
  readonly collect: (named: Iterable<string>) => Promise<Collected>;
  /** A snapshot that is being made is given up. */
  readonly close: () => Promise<void>;
}
