/** Finds where a path really leads, and whether that is inside one of the roots. */
import { lstat, readlink, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { ResolvedTarget } from "../contract/world.ts";
import type { Target } from "../contract/terms.ts";
import { codeOf, fileError } from "./file-error.ts";

/** The directories a world is about; the first is the one that relative paths start from. All real and absolute. */
export type Roots = readonly [string, ...string[]];

/** Whether `path` is `directory` or below it. Both absolute. */
export const isBelow = (path: string, directory: string): boolean => {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};

/** Whether a real path is inside one of the roots. */
export const isInside = (roots: Roots, real: string): boolean => roots.some((root) => isBelow(real, root));

/**
 * The real path that an operation on `path` would touch, also when its end does not exist yet: links are followed,
 * dangling ones to where they point. Rejects when the links go in a circle or a directory may not be searched.
 */
export const realPath = async (roots: Roots, path: string): Promise<string> => {
  try {
    return await follow(absolutePath(roots, understood(path)), 0);
  } catch (cause) {
    throw fileError("resolve", path, cause);
  }
};

/** The real path of an entry itself, which may be a link: only the directories on its way are followed. */
export const realEntry = async (roots: Roots, path: string): Promise<string> => {
  const absolute = absolutePath(roots, path);
  return join(await realPath(roots, dirname(absolute)), basename(absolute));
};

/** Where each target really leads. A command is never outside, a host never inside; a path that cannot be followed is outside. */
export const resolveTargets = (roots: Roots, targets: readonly Target[]): Promise<ResolvedTarget[]> =>
  Promise.all(
    targets.map(async (target) => {
      if (target.kind !== "path") return { ...target, inside: target.kind === "command" };
      const real = await realPath(roots, target.path).catch(() => undefined);
      return real === undefined ? { ...target, inside: false } : { ...target, real, inside: isInside(roots, real) };
    }),
  );

/** What no system takes for a path, or takes for another one than whoever wrote it. Throws for it. */
const understood = (path: string): string => {
  if (path.includes("\0")) throw new Error("it holds a NUL byte");
  if (!path.isWellFormed()) throw new Error("it is not well-formed Unicode");
  if (/^file:\/\//iu.test(path)) throw new Error("it is a URL; give the path itself");
  return path;
};

/** `~` is the home directory, as people and models mean it. */
const absolutePath = (roots: Roots, path: string): string =>
  path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : resolve(roots[0], path);

const maxLinks = 40;

const follow = async (path: string, links: number): Promise<string> => {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const target = await linkTarget(path);
  if (target === undefined) return join(await follow(parent, links), path.slice(parent.length).replace(/^\/+/u, ""));
  if (links === maxLinks) throw Object.assign(new Error("too many links"), { code: "ELOOP" });
  return follow(resolve(await follow(parent, links), target), links + 1);
};

const linkTarget = async (path: string): Promise<string | undefined> => {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Nothing is there; or a file is where a directory would have to be, which whoever uses the path will say. */
const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
