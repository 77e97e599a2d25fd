/** A patch as data, whichever way it was written. */

/** A line of a hunk. `ending` is undefined where the patch leaves it to the file; `last` says that no newline follows it. */
export interface PatchLine {
  readonly kind: "keep" | "remove" | "add";
  readonly text: string;
  readonly ending: "\n" | "\r\n" | undefined;
  readonly last: boolean;
}

/** A change in one place of a file. */
export interface Hunk {
  /** The line of the patch that it begins in. */
  readonly patchLine: number;
  readonly lines: readonly PatchLine[];
  /** Lines that stand above it, from the outside in: `@@ class Shape`. */
  readonly anchors: readonly string[];
  /** The line that its old lines begin at, or, when it has none, the line that it comes after; as far as the patch knows. */
  readonly line: number | undefined;
  /** Whether its old lines are the last ones of the file. */
  readonly atEnd: boolean;
}

/** What happens to one file. Deleting with hunks means that the file must hold what they remove and nothing else. */
export type FileChange =
  | { readonly kind: "add"; readonly path: string; readonly text: string; readonly executable: boolean }
  | { readonly kind: "delete"; readonly path: string; readonly hunks: readonly Hunk[] }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly moveTo: string | undefined;
      readonly hunks: readonly Hunk[];
    };

/** Thrown for a patch that cannot be read or does not fit; the message is for the model that wrote it. */
export class PatchError extends Error {
  override readonly name = "PatchError";
}

/** Every path that a patch is about, each once. */
export const pathsOf = (changes: readonly FileChange[]): string[] => [
  ...new Set(
    changes.flatMap((change) =>
      change.kind === "update" && change.moveTo !== undefined ? [change.path, change.moveTo] : [change.path],
    ),
  ),
];
