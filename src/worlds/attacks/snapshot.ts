/** Says what changed below some paths: contents, kinds, modes, owners, times. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Snapshot = ReadonlyMap<string, string>;

/** Links are not followed; reading a file changes nothing that is compared. */
export const snapshot = (paths: readonly string[]): Snapshot => new Map(paths.flatMap((path) => below(path)));

/** One sentence a path. */
export const changes = (before: Snapshot, after: Snapshot): string[] => [
  ...[...before]
    .filter(([path, state]) => after.get(path) !== state)
    .map(([path]) => `${path} ${after.has(path) ? "was changed" : "is gone"}`),
  ...[...after.keys()].filter((path) => !before.has(path)).map((path) => `${path} was made`),
];

const below = (path: string): [string, string][] => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  const { mode, uid, gid, mtimeMs, size } = found;
  const content = found.isFile() ? readFileSync(path, "latin1") : "";
  const own: [string, string] = [path, JSON.stringify([mode, uid, gid, mtimeMs, size, content])];
  return [own, ...(found.isDirectory() ? readdirSync(path).flatMap((name) => below(join(path, name))) : [])];
};
