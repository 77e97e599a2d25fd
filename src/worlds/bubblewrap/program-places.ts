/** Where programs lie that a command may start, though a directory of its own stands there in the sandbox. */
import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Roots } from "../paths.ts";
import { covered, isVisible } from "./mounts.ts";

/** Real paths of directories on the PATH, and of this Node; with a `bin` comes what stands beside it. Shown read-only. */
export const programPlaces = (roots: Roots, path = ""): readonly string[] => {
  const directories = [...path.split(":").filter((directory) => directory.startsWith("/")), dirname(process.execPath)];
  const whole = directories.flatMap((directory) => real(directory)).map(withNeighbours);
  return [...new Set(whole)].filter((directory) => !isVisible(roots, directory) && !covered.includes(directory));
};

const withNeighbours = (directory: string): string =>
  /^\.?s?bin$/u.test(basename(directory)) ? dirname(directory) : directory;

const real = (path: string): string[] => {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
};
