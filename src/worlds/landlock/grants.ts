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

/** The most rules that are made of one place: about 5 µs each, for every command. A crowded directory makes way for the others. */
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
  const shares: Grant[][] = [];
  const divide = (directory: string): void => {
    const given: Grant[] = [];
    for (const entry of list(directory)) {
      const path = join(directory, entry.name);
      if (hidden.has(path)) continue;
      if (entry.directory && divided.has(path)) divide(path);
      else given.push({ path, rights: entry.directory ? rights : rights & onFiles });
    }
    shares.push(given);
  };
  if (hidden.has(options.place)) return [];
  if (!divided.has(options.place)) return [{ path: options.place, rights }];
  divide(options.place);
  return shares
    .toSorted((one, other) => one.length - other.length)
    .flat()
    .slice(0, maxGrants);
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
