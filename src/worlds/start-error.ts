/** Says in one sentence why a program could not be started. */
import { codeOf, reasonOf } from "./file-error.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such program was found",
  EACCES: "it may not be executed",
  EAGAIN: "the limit of processes is reached",
  ENOMEM: "there is not enough memory",
  E2BIG: "its arguments and environment are too long",
  ENOEXEC: "it is not a program for this machine",
};

/** For example `cannot start gti: no such program was found`. */
export const startError = (program: string, cause: unknown): Error =>
  new Error(`cannot start ${program}: ${reasons[codeOf(cause) ?? ""] ?? reasonOf(cause)}`, { cause });
