/** Landlock can only give: so everything is given but some places, by naming what lies beside them. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Rights over a file, or over a directory and all below it. */
export interface Grant {
  readonly path: string;
  readonly rights: number;
}

/** What is in a directory, without its links: a rule for a link would say nothing about where it leads. */
export type ListEntries = (directory: string) => readonly { readonly name: string; readonly directory: boolean }[];

/** The most rules that one walk makes: about 5 µs each, for every command. What comes after them by name is not given. */
export const maxGrants = 4096;

/**
 * Gives `rights` over `place` but not over the paths of `except`, and only where there is need to over single entries.
 * What is made later in a directory that was divided is not given. `onFiles` are the rights that a file can have.
 */
export const grantsBut = (options: {
  readonly place: string;
  readonly rights: number;
  readonly onFiles: number;
  readonly except: readonly string[];
  readonly list: ListEntries;
}): Grant[] => {
  const { rights, onFiles, list } = options;
  const hidden = new Set(options.except);
  const divided = new Set(options.except.flatMap(above));
  const grants: Grant[] = [];
  const walk = (path: string, directory: boolean): void => {
    if (grants.length >= maxGrants || hidden.has(path)) return;
    if (!directory) grants.push({ path, rights: rights & onFiles });
    else if (!divided.has(path)) grants.push({ path, rights });
    else for (const entry of list(path)) walk(join(path, entry.name), entry.directory);
  };
  walk(options.place, true);
  return grants;
};

/** All directories that a path lies in. */
const above = (path: string): string[] => {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...above(parent)];
};

/** Sorted by name, so that a walk that is cut off always gives the same. A directory that cannot be read has nothing to give. */
export const listEntries: ListEntries = (directory) => {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map((entry) => ({ name: entry.name, directory: entry.isDirectory() }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
};
