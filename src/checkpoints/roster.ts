/** All paths of what is known of a workspace, in a row, so that they can be looked at at once. */
import { joined } from "./place.ts";
import type { Seen } from "./known.ts";

export interface Roster {
  /** Absolute: of each directory itself, then of what is in it and no directory, in order. */
  readonly paths: readonly string[];
  /** Where a directory stands among them. */
  readonly starts: ReadonlyMap<string, number>;
}

export const roster = (root: string, seen: Seen): Roster => {
  const paths: string[] = [];
  const starts = new Map<string, number>();
  for (const [path, { entries }] of seen) {
    starts.set(path, paths.length);
    const directory = joined(root === "/" ? "" : root, path);
    paths.push(path === "" ? root : directory);
    for (const [name, { entry }] of entries)
      if (entry.kind !== "directory") paths.push(path === "" ? `${root}/${name}` : `${directory}/${name}`);
  }
  return { paths, starts };
};
