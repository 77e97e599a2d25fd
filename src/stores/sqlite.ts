/** A store in one directory: a SQLite database of all sessions, and the bodies too big for it. */
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Store } from "../contract/store.ts";
import { bodies as bodiesIn } from "./sqlite/bodies.ts";
import { changesByOthers } from "./sqlite/changes.ts";
import { committing } from "./sqlite/commit.ts";
import { storeFailure } from "./sqlite/failure.ts";
import { groupCommit } from "./sqlite/group-commit.ts";
import { openDatabase } from "./sqlite/open.ts";
import { reads } from "./sqlite/reads.ts";
import { type Migration, migrations as knownMigrations } from "./sqlite/schema.ts";
import { scrub } from "./sqlite/scrub.ts";
import { searching } from "./sqlite/search.ts";
import { removeSearchIndex } from "./sqlite/search-index.ts";
import { type Statements, statements } from "./sqlite/statements.ts";
import { writes } from "./sqlite/writes.ts";
import { watchers } from "./watchers.ts";

/**
 * `synchronous` is SQLite's: with "full" what was saved survives a power cut, with "normal" a crash of the program only.
 * `now` gives milliseconds since 1970. `migrations` are the schema's versions, the last one being today's.
 */
export interface SqliteOptions {
  readonly synchronous?: "full" | "normal" | "off";
  readonly now?: () => number;
  readonly migrations?: readonly Migration[];
}

/**
 * Opens the store in a directory, which is made when it is missing. Throws KelsonError: `not_writable`, `newer_schema`,
 * `store_failed` (not a database, a damaged one, one that another process uses with an older schema).
 */
export const sqlite = (directory: string, options: SqliteOptions = {}): Store => {
  const { synchronous = "full", now = Date.now, migrations = knownMigrations } = options;
  const path = join(directory, "sessions.db");
  const database = openDatabase({ path, synchronous, migrations });
  const bodies = bodiesIn(join(directory, "bodies"));
  const sql = prepared(database, path);
  bodies.sweep(() => orFailure(path, sql.sessionNumbers));

  const index = join(directory, "search.db");
  const unindex = (): void => orFailure(index, () => removeSearchIndex(index));
  const watching = watchers();
  const others = changesByOthers(database, watching.tellAll);
  const commit = groupCommit(committing(database, path));

  return {
    place: directory,
    durable: true,
    ...reads({ sql, path, bodies }),
    ...writes({ sql, bodies, commit, changed: watching.touch, now, scrub: () => scrub(database, path), unindex }),
    search: searching({ database, bodies, path: index }),
    watch: (changed) => {
      const stop = watching.add(changed);
      others.start();
      return () => {
        stop();
        if (watching.count() === 0) others.stop();
      };
    },
    close: async () => {
      others.stop();
      await commit.drain();
      if (database.isOpen) database.close();
    },
  };
};

/** A database with our mark on it may be damaged in the description of its tables. */
const prepared = (database: DatabaseSync, path: string): Statements => {
  try {
    return orFailure(path, () => statements(database));
  } catch (error) {
    database.close();
    throw error;
  }
};

const orFailure = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (thrown) {
    throw storeFailure(path, thrown);
  }
};
