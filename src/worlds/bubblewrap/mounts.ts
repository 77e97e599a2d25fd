/** The file system that a sandboxed command sees, as words for bubblewrap. */
import { dirname } from "node:path";
import { entryAt } from "../entry-at.ts";
import type { GuardedPlaces } from "../guarded-places.ts";
import type { Writes } from "../launcher.ts";
import { isBelow, isInside, type Roots } from "../paths.ts";
import type { Place } from "./place.ts";

export interface View {
  readonly roots: Roots;
  readonly writes: Writes;
  /** Directories that are seen wherever they lie; real paths. */
  readonly reads?: readonly string[] | undefined;
  readonly guarded: GuardedPlaces;
  /** Real paths. */
  readonly hidden: readonly string[];
  readonly place: Place;
  /** The egress proxy's socket; commands find it in `wayOutDirectory`. */
  readonly wayOut?: string | undefined;
}

/** Where the directory of the egress proxy's socket lies inside. */
export const wayOutDirectory = "/run/kelson-egress";

/**
 * Everything is there and read-only, but for what follows. Mounts come in the order of their paths, so that what lies
 * deeper is laid over what it lies in; of two for one path the later one in this list counts.
 */
export const mountWords = ({ roots, writes, reads = [], guarded, place, ...view }: View): string[] => {
  const hidden = view.hidden.filter((path) => !roots.some((root) => isBelow(root, path)));
  const workspace = writes === "workspace-write" ? "--bind" : "--ro-bind";
  const gitDirectories = writes === "workspace-write" ? guarded.writable : [];
  const seen = (path: string): boolean => isVisible([...roots, ...gitDirectories, ...reads], path);
  const cover = (path: string): string => {
    if (isDirectory(path)) return place.directory;
    return isInside(roots, path) || structured.test(path) ? place.file : place.empty;
  };
  const mounts = new Map<string, readonly string[]>([
    ["/", ["--ro-bind", "/", "/"]],
    ["/dev", ["--dev", "/dev"]],
    ["/dev/shm", ["--perms", "1777", "--size", sharedMemoryBytes, "--tmpfs", "/dev/shm"]],
    ["/proc", ["--proc", "/proc"]],
    ...guardedProc.map((path) => bind("--ro-bind-try", path)),
    ["/run", ["--size", runBytes, "--tmpfs", "/run"]],
    ...(view.wayOut === undefined ? [] : [bind("--ro-bind", wayOutDirectory, dirname(view.wayOut))]),
    ...keptRun.map((path) => bind("--ro-bind-try", path)),
    bind("--bind", "/tmp", place.temporary),
    bind("--bind", "/var/tmp", place.longTemporary),
    ...reads.filter((path) => !isVisible(roots, path)).map((path) => bind("--ro-bind", path)),
    ...[...roots, ...gitDirectories.filter(seen)].map((path) => bind(workspace, path)),
    ...guarded.frozen.filter(seen).map((path) => bind("--ro-bind", path)),
    ...hidden.filter(seen).map((path) => bind("--ro-bind", path, cover(path))),
  ]);
  return outermost(hidden, mounts).flatMap(([, words]) => words);
};

/** Whether a command sees what lies at this path: not what the sandbox has instead of it. */
export const isVisible = (roots: readonly string[], path: string): boolean =>
  isInside(roots as Roots, path) || !covered.some((directory) => isBelow(path, directory));

/** What the sandbox has directories of its own in the place of. */
export const covered = ["/dev", "/proc", "/run", "/tmp", "/var/tmp"];

/** By these files the superuser changes the machine, and as bubblewrap leaves them he needs no capability for that. */
const guardedProc =
  process.getuid?.() === 0 ? ["/proc/sys", "/proc/sysrq-trigger", "/proc/fs", "/proc/acpi", "/proc/scsi"] : [];

/**
 * An empty file is a valid configuration for most programs, which an unreadable one is not: npm takes a second longer over
 * it. An empty one of these is a fault, and in the workspace it would be committed.
 */
const structured = /\.(?:json|xml|ya?ml)$/u;

/** Where NixOS keeps its programs. */
const keptRun = ["/run/current-system", "/run/booted-system", "/run/wrappers", "/run/opengl-driver"];

const sharedMemoryBytes = String(2 ** 30);
const runBytes = String(2 ** 24);

const bind = (how: string, path: string, from = path): readonly [string, readonly string[]] => [
  path,
  [how, from, path],
];

/** In order of path, without what lies in something hidden: there is nothing to lay it over. */
const outermost = (hidden: readonly string[], mounts: ReadonlyMap<string, readonly string[]>) =>
  [...mounts]
    .filter(([path]) => !hidden.some((place) => place !== path && isBelow(path, place)))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

const isDirectory = (path: string): boolean => entryAt(path)?.isDirectory() ?? false;
