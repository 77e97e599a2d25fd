/** Whether a sandbox that was built a while ago holds what one built now would. */
import { type BigIntStats, lstatSync, readFileSync } from "node:fs";

/**
 * Equal for equal words, where what lies at these places is still the same and nothing else was mounted on this machine.
 *
 * What is laid over a file goes when that file is replaced or deleted, so that a new one at the same path would be seen.
 * Another file is told by its number and birth; the same one under a new link by its change, and a directory has only one.
 */
export const likeness = (words: readonly string[], places: readonly string[]): string =>
  JSON.stringify([words, [...new Set(places)].map(identity), readFileSync("/proc/self/mountinfo", "latin1")]);

const identity = (path: string): string => {
  const found = statsOf(path);
  if (found === undefined) return path;
  const { dev, ino, birthtimeNs, ctimeNs } = found;
  return [path, dev, ino, birthtimeNs, found.isDirectory() && birthtimeNs > 0n ? "" : ctimeNs].join(" ");
};

const statsOf = (path: string): BigIntStats | undefined => {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return undefined;
  }
};
