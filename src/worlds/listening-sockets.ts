/** The sockets with a path on which programs of this machine listen: whoever reaches one leaves the sandbox through it. */
import { readFileSync } from "node:fs";
import { entryAt } from "./entry-at.ts";

/** Absolute paths where a socket lies now. One that was bound by a relative path is not known to the kernel by its place. */
export const listeningSockets = (): string[] => [
  ...new Set(bound().filter((path) => entryAt(path)?.isSocket() === true)),
];

/** `Num RefCount Protocol Flags Type St Inode Path`; an abstract one begins with `@`. */
const bound = (): string[] => {
  try {
    return readFileSync("/proc/net/unix", "utf8")
      .split("\n")
      .flatMap((line) => / (\/.+)$/u.exec(line)?.[1] ?? []);
  } catch {
    return [];
  }
};
