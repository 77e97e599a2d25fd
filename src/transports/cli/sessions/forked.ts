/** A fork of a session at a step, in the place that was asked for. */
import { resolve } from "node:path";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import type { ForkPoint, Runtime, Session, SessionSummary } from "../../../contract/runtime.ts";
import { copyDirectory } from "./copy-directory.ts";

export interface ForkPlace {
  readonly copy?: string;
  readonly worktree?: boolean;
}

export interface Forking extends ForkPlace {
  /** Absent: after the last line. */
  readonly at?: ForkPoint | undefined;
  readonly goesOn?: boolean;
  /** The directory that the command was given in. */
  readonly here: string;
}

export const forked = async (
  runtime: Runtime,
  { id, cwd }: Pick<SessionSummary, "id" | "cwd">,
  { at, copy, worktree, goesOn, here }: Forking,
): Promise<Session> => {
  if (copy !== undefined && worktree)
    throw new KelsonError("bad_input", "--copy and --worktree are two places; name one");
  if (copy === undefined) return runtime.fork(id, { at, goesOn, worktree });
  const directory = resolve(here, copy);
  await copyDirectory(cwd, directory).catch((cause: unknown) => {
    throw new KelsonError("bad_input", `--copy ${directory} cannot be made: ${sentenceOf(cause)}`, { cause });
  });
  return runtime.fork(id, { at, cwd: directory, goesOn });
};

/** The step that a flag names. */
export const stepIn = (flag: string, text: string): { readonly step: number } => {
  if (/^\d+$/u.test(text)) return { step: Number(text) };
  throw new KelsonError("bad_input", `${flag} must be a step, such as 3, got "${text}"`);
};
