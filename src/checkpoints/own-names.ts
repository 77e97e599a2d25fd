/** Names that no snapshot holds and no restore touches, or that are our own. */
import { randomBytes } from "node:crypto";

/** Where version control keeps what is its own. */
const repositories = new Set([".git", ".hg", ".svn", ".jj", ".bzr"]);

export const isRepositorys = (name: string): boolean => repositories.has(name);

const pattern = /^\.kelson-restoring-(\d+)-[0-9a-f]{12}$/u;

/** A name for a file that is not whole yet. It tells whose it is, so that it can be cleared away when that one has ended. */
export const temporaryName = (): string => `.kelson-restoring-${String(process.pid)}-${randomBytes(6).toString("hex")}`;

export const isTemporary = (name: string): boolean => name.startsWith(".kelson-restoring-") && pattern.test(name);

/** Whether whoever made it has ended. */
export const isAbandoned = (name: string): boolean => {
  const pid = Number(pattern.exec(name)?.[1]);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};
