/** What stands in directories, each read once: to ask for many names one by one takes longer. */
import { type Dirent, readdirSync } from "node:fs";

/** Gives the entries of a directory by name; none of one that is not there or cannot be read. Knows no later changes. */
export const entriesIn = (): ((directory: string) => ReadonlyMap<string, Dirent>) => {
  const known = new Map<string, ReadonlyMap<string, Dirent>>();
  return (directory) => {
    const found = known.get(directory) ?? read(directory);
    known.set(directory, found);
    return found;
  };
};

const read = (directory: string): ReadonlyMap<string, Dirent> => {
  try {
    return new Map(readdirSync(directory, { withFileTypes: true }).map((entry) => [entry.name, entry]));
  } catch {
    return new Map();
  }
};
