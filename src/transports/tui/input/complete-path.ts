/** Completes a path from what lies in its directory. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { unseemly } from "./walk-files.ts";

const maxFound = 100;

/** Whole paths in the way `typed` was written, directories with a slash at their end; hidden ones when a dot was typed. */
export const completePath = async (
  typed: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): Promise<readonly string[]> => {
  const nameAt = typed.lastIndexOf("/") + 1;
  const directory = typed.slice(0, nameAt);
  const begin = typed.slice(nameAt);
  const where = directory.startsWith("~/") ? join(home, directory.slice(2)) : resolve(cwd, directory);
  const entries = await readdir(where, { withFileTypes: true }).catch((): Dirent[] => []);
  return entries
    .filter(({ name }) => name.startsWith(begin) && (begin !== "" || !name.startsWith(".")) && !unseemly.test(name))
    .map((entry) => directory + entry.name + (entry.isDirectory() ? "/" : ""))
    .toSorted()
    .slice(0, maxFound);
};
