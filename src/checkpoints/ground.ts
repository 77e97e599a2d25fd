/** What is the same for all of a workspace while a snapshot of it is made. */
import type { Gathering } from "./gather.ts";

/** How much a snapshot may hold. */
export interface Limits {
  /** Of one file. */
  readonly fileBytes: number;
  /** Of all files together. */
  readonly bytes: number;
  /** Files, links and directories. */
  readonly entries: number;
}

/** What must not be copied. `version` differs when it would answer otherwise; paths are absolute. */
export interface Guard {
  readonly version: string;
  readonly isSecret: (path: string) => boolean;
}

/** Differs when other things would be left out. */
export const keyOf = ({ guard, limits }: Pick<Ground, "guard" | "limits">): string =>
  JSON.stringify([guard.version, limits.fileBytes]);

export interface Ground {
  /** Absolute and real. */
  readonly root: string;
  readonly limits: Limits;
  readonly guard: Guard;
  readonly gathering: Gathering;
  /** Nobody waits for the snapshot any more. */
  readonly givenUp: AbortSignal;
}
