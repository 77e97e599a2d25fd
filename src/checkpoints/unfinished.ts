/** Restores that were begun and not finished: what they left behind was edited by nobody. */
import type { FileChange, SavedEntry } from "../contract/checkpoint.ts";
import { entryAt } from "./compare.ts";
import type { Database } from "./database.ts";
import type { Objects } from "./objects.ts";
import { openToOwner } from "./place.ts";
import { isSame } from "./tree.ts";

/** Between two snapshots. */
export interface Unfinished {
  readonly from: string;
  readonly to: string;
}

export interface Begun {
  readonly unfinished: () => readonly Unfinished[];
  readonly begin: (restore: Unfinished) => Promise<void>;
  /** All of the workspace: one that is carried out to its end leaves nothing of those before it. */
  readonly finish: () => Promise<void>;
}

export const begun = ({ sql, read, write }: Database, root: string): Begun => {
  const add = sql.prepare("INSERT INTO restores VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const remove = sql.prepare("DELETE FROM restores WHERE root = ?");
  const all = sql.prepare(
    "SELECT lower(hex(source)) AS source, lower(hex(target)) AS target FROM restores WHERE root = ?",
  );
  return {
    unfinished: () =>
      read(() => all.all(root) as { source: string; target: string }[]).map(({ source, target }) => ({
        from: source,
        to: target,
      })),
    begin: ({ from, to }) => write(() => void add.run(root, Buffer.from(from, "hex"), Buffer.from(to, "hex"))),
    finish: () => write(() => void remove.run(root)),
  };
};

/** Whether a path is as the restore would have left it at some moment. */
export const isLeftBy = (
  trees: Pick<Objects, "tree">,
  { from, to }: Unfinished,
  { path, to: now }: FileChange,
): boolean => {
  const before = entryAt(trees, from, path);
  const after = entryAt(trees, to, path);
  // What gives way to something of another kind goes first.
  if (now === undefined) return after === undefined || (before !== undefined && before.kind !== after.kind);
  if (now.kind === "directory") return isAsOpen(now.mode, after) || isAsOpen(now.mode, before, "opened");
  return isSame(now, after);
};

const isAsOpen = (mode: number, entry: SavedEntry | undefined, opened?: "opened"): boolean =>
  entry?.kind === "directory" &&
  ((mode === entry.mode && opened === undefined) || (mode !== entry.mode && mode === openToOwner(entry.mode)));
