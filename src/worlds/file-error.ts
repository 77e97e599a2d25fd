/** Turns what the operating system says of a path into one sentence that names it. */

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "nothing is there",
  EACCES: "permission denied",
  EPERM: "the operation is not permitted",
  ENOTDIR: "a part of the path is not a directory",
  EISDIR: "it is a directory",
  ENOTEMPTY: "the directory is not empty",
  EEXIST: "something is already there",
  ELOOP: "its symbolic links go in a circle",
  ENAMETOOLONG: "the name is too long",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be too large",
  EROFS: "the file system is read-only",
  EMFILE: "this process has too many files open",
  ENFILE: "the machine has too many files open",
  ENXIO: "it is not a regular file",
  EIO: "the disk reported a failure",
  ETXTBSY: "it is a program that is running",
};

/** For example `cannot read src/a.ts: nothing is there`. */
export const fileError = (verb: string, path: string, cause: unknown): Error =>
  new Error(`cannot ${verb} ${path}: ${reasonOf(cause)}`, { cause });

/** The code of a system error, such as ENOENT. */
export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;

/** Why a system call failed, in words. */
export const reasonOf = (thrown: unknown): string =>
  reasons[codeOf(thrown) ?? ""] ?? (thrown instanceof Error ? thrown.message : String(thrown));
