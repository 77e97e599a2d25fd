/** What lies at a path, links not followed: for whoever must look at places that may be gone, or closed to this user. */
import { lstatSync, type Stats } from "node:fs";

/** Undefined when nothing is there that this user may see. */
export const entryAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
