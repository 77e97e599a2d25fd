/** What went wrong in SQLite or in the file system, as a sentence that names the file and the reason. */
import { KelsonError } from "../../contract/error.ts";

/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const busy = 5;
const full = 13;
const sqliteReasons: Readonly<Record<number, string>> = {
  [busy]: "another process keeps it locked",
  8: "it is read-only",
  10: "the disk cannot be read or written",
  11: "it is damaged",
  [full]: "the disk is full",
  14: "it cannot be opened",
  26: "it is not a database",
};

/** Node's codes: those of the system for files, and that of a database that was closed. */
const nodeReasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EIO: "the disk cannot be read or written",
  ERR_INVALID_STATE: "it is closed",
};

const fullCodes = new Set<unknown>(["ENOSPC", "EDQUOT"]);

/** An error of SQLite or of the file system becomes `store_failed` or `disk_full`; anything else is a bug and stays what it is. */
export const storeFailure = (path: string, thrown: unknown): unknown => {
  const reason = reasonOf(thrown);
  if (reason === undefined) return thrown;
  return new KelsonError(isFull(thrown) ? "disk_full" : "store_failed", `the store could not use ${path}: ${reason}`, {
    hint: "Nothing of this was written. What was saved stays.",
    cause: thrown,
  });
};

const isFull = (thrown: unknown): boolean =>
  sqliteCode(thrown) === full || fullCodes.has((thrown as NodeJS.ErrnoException).code);

/** Whether another process holds the lock that was needed. */
export const isBusy = (thrown: unknown): boolean => sqliteCode(thrown) === busy;

/** Whether a file is damaged, is no database at all, or does not have the tables that it should. */
export const isDamaged = (thrown: unknown): boolean => [1, 11, 26].includes(sqliteCode(thrown) ?? 0);

const reasonOf = (thrown: unknown): string | undefined => {
  if (!(thrown instanceof Error)) return undefined;
  const sqlite = sqliteCode(thrown);
  if (sqlite !== undefined) return sqliteReasons[sqlite] ?? thrown.message;
  const { code = "", syscall } = thrown as NodeJS.ErrnoException;
  return nodeReasons[code] ?? (syscall === undefined ? undefined : thrown.message);
};

/** The primary code is the low byte of the extended one. */
const sqliteCode = (thrown: unknown): number | undefined => {
  const { code, errcode } = thrown as { code?: unknown; errcode?: number };
  return code === "ERR_SQLITE_ERROR" && errcode !== undefined ? errcode & 0xff : undefined;
};
