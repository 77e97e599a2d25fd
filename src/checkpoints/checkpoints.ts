/** Snapshots of a workspace in a directory of our own. */
import { realpathSync } from "node:fs";
import type { Checkpoints } from "../contract/checkpoint.ts";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import { collect } from "./collect.ts";
import { compare } from "./compare.ts";
import { openDatabase } from "./database.ts";
import type { Guard, Limits } from "./ground.ts";
import { objects } from "./objects.ts";
import { restores } from "./restore.ts";
import { turns } from "./turns.ts";
import { begun } from "./unfinished.ts";
import { workspace } from "./workspace.ts";

export interface CheckpointsOptions {
  /** The workspace. */
  readonly root: string;
  /** Where snapshots are kept; it is made when it is missing, and is never part of one. */
  readonly directory: string;
  readonly limits?: Partial<Limits> | undefined;
  /** What must not be copied; nothing without it. */
  readonly guard?: Guard | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** What a snapshot may hold when nothing else is said. */
export const usualLimits: Limits = { fileBytes: 16_777_216, bytes: 1_073_741_824, entries: 200_000 };

const noGuard: Guard = { version: "none", isSecret: () => false };

/**
 * Opens the place and looks at nothing yet. Throws KelsonError: `not_found` (no workspace), `not_writable`, `newer_schema`,
 * `store_failed`. It works where Linux shows what a process holds open, below /proc.
 */
export const checkpoints = (options: CheckpointsOptions): Checkpoints => {
  const { now = Date.now, guard = noGuard } = options;
  const root = realOf(options.root);
  const database = openDatabase(options.directory);
  const own = realOf(options.directory);
  const stored = objects(database);
  const terms = {
    root,
    limits: { ...usualLimits, ...options.limits },
    guard: { ...guard, isSecret: (path: string) => path === own || guard.isSecret(path) },
  };
  const files = workspace({ ...terms, database, stored, now });
  const turn = turns();
  const restore = restores({ ...terms, stored, files, begun: begun(database, root) });

  return {
    root,
    place: database.place,
    save: async ({ since } = {}) => {
      const saved = await turn.shared(files.save);
      return { ...saved, changed: since === undefined ? [] : compare(stored, since, saved.snapshot) };
    },
    diff: async (from, to) => compare(stored, from, to),
    content: async (digest) => stored.read(digest),
    preview: (request) => turn.own(() => restore.preview(request)),
    restore: (request) => turn.own(() => restore.carryOut(request)),
    collect: (named) => turn.own(() => collect(database, stored, { named, now: now() })),
    close: () => {
      files.giveUp();
      return turn.own(async () => {
        await files.close();
        database.close();
      });
    },
  };
};

const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new KelsonError("not_found", `there is no directory ${path}: ${sentenceOf(cause)}`, { cause });
  }
};
