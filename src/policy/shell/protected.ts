/** What no command may destroy, in any mode: the machine, home, mount points, workspaces, repositories, sessions, disks. */
import {
  asPattern,
  canMean,
  isWithin,
  lastName,
  meansEverything,
  nameCanMean,
  namesOf,
  parentOf,
} from "./path-patterns.ts";
import type { Place } from "./reading.ts";

/** What is done to a path: all of it goes, what is in a file goes, it is written, or the rights of all in it change. */
export type Damage = "delete" | "overwrite" | "write" | "change";

/** Why this must not happen to what the pattern means, as a sentence; undefined when it may. */
export const destruction = (damage: Damage, pattern: string, place: Place): string | undefined => {
  const verb = { delete: "delete", overwrite: "overwrite", write: "write to", change: "change the rights of" }[damage];
  const found =
    (damage === "overwrite" || damage === "write" ? undefined : treeOf(damage, pattern, place)) ??
    (damage === "write" ? undefined : inGit(pattern)) ??
    disk(damage, pattern) ??
    inState(pattern, place);
  return found === undefined ? undefined : `it would ${verb} ${found}`;
};

const treeOf = (damage: Damage, pattern: string, place: Place): string | undefined => {
  const parent = parentOf(pattern);
  const everything = meansEverything(lastName(pattern));
  for (const [path, what] of trees(damage, place)) {
    if (path === "/" ? pattern === "/" : ancestors(path).some((above) => canMean(pattern, above))) return what;
    if (everything && (canMean(parent, path) || (pattern.endsWith("/**") && canMean(pattern, path)))) {
      return `everything in ${what}`;
    }
  }
  return undefined;
};

// With its ancestors, since they take it along.
const ancestors = (path: string): readonly string[] => (path === "/" ? [] : [path, ...ancestors(parentOf(path))]);

const trees = (damage: Damage, { home, roots, stateDirectory, mountPoints }: Place): (readonly [string, string])[] => [
  ["/", "the whole file system"],
  [home, `the home directory ${home}`],
  ...(damage === "delete" ? roots.map((root) => [root, `the workspace ${root}`] as const) : []),
  ...(stateDirectory === undefined ? [] : [[stateDirectory, `Kelson's own state in ${stateDirectory}`] as const]),
  ...mountPoints.map((path) => [path, `the mount point ${path}`] as const),
  ...systemDirectories.map((path) => [path, `the system directory ${path}`] as const),
];

const systemDirectories = [
  ..."bin boot dev etc home lib lib32 lib64 libx32 media mnt opt proc root run sbin srv sys usr var".split(" "),
  ..."Applications Library Network System Users Volumes private cores".split(" "),
  ..."usr/bin usr/include usr/lib usr/lib32 usr/lib64 usr/libexec usr/local usr/local/bin usr/sbin usr/share".split(
    " ",
  ),
  ..."etc/ssh etc/ssl etc/systemd var/cache var/db var/lib var/log var/run private/etc private/var".split(" "),
].map((path) => `/${path}`);

// Locks are left behind and have to go; hooks, config and info are a person's files, which path rules guard.
const inGit = (pattern: string): string | undefined => {
  const names = namesOf(pattern);
  // A pattern like `.*` means it too; `*` does not.
  const at = names.findIndex((name) => nameCanMean(name, ".git"));
  if (at === -1) return undefined;
  const inside = names.slice(at + 1);
  if (inside.length === 0) return `the repository ${pattern}`;
  const own = ["hooks", "info", "config"].includes(inside[0] ?? "") || inside.at(-1)?.endsWith(".lock") === true;
  return own ? undefined : `${pattern}, a part of a repository`;
};

const disk = (damage: Damage, pattern: string): string | undefined => {
  if (damage === "change" || !isWithin(pattern, "/dev") || pattern === "/dev") return undefined;
  return harmlessDevices.some((path) => isWithin(pattern, path)) ? undefined : `the device ${pattern}`;
};

const harmlessDevices = [
  "null",
  "zero",
  "full",
  "tty",
  "stdin",
  "stdout",
  "stderr",
  "fd",
  "pts",
  "shm",
  "random",
  "urandom",
].map((name) => `/dev/${name}`);

const inState = (pattern: string, { stateDirectory, roots }: Place): string | undefined => {
  if (stateDirectory === undefined || !isWithin(pattern, asPattern(stateDirectory))) return undefined;
  // A workspace in there is a workspace all the same.
  if (roots.some((root) => isWithin(root, stateDirectory) && isWithin(pattern, asPattern(root)))) return undefined;
  return `${pattern}, a part of Kelson's own state`;
};
