/** Opens the database file: made when it is missing, brought to today's version, for its owner alone. */
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { KelsonError, sentenceOf } from "../../contract/error.ts";
import { makePrivateFile, takeAwayFromOthers } from "./disk.ts";
import { makePrivateDirectory } from "../private-directory.ts";
import { storeFailure } from "./failure.ts";
import { migrate } from "./migrate.ts";
import type { Migration } from "./schema.ts";

/** How long a statement blocks this process while another one writes; `patiently` does the rest of the waiting. */
const busyMs = 5;

/** Who opens the file waits longer: the first one after a crash has it alone while it mends the write-ahead log. */
const openingMs = 10_000;

export interface OpenOptions {
  readonly path: string;
  readonly synchronous: "full" | "normal" | "off";
  readonly migrations: readonly Migration[];
}

/** Throws KelsonError `not_writable`, `store_failed` or `newer_schema`; a file that is not ours is left as it is. */
export const openDatabase = ({ path, synchronous, migrations }: OpenOptions): DatabaseSync => {
  make(path);
  try {
    migrate(path, migrations);
    takeAwayFromOthers(path);
    const database = new DatabaseSync(path, { timeout: openingMs, enableForeignKeyConstraints: true });
    // What is removed is overwritten with zeros, as it may be what people said. A write-ahead log that a big batch made
    // long is cut when it starts anew.
    database.exec(
      `PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 16777216; SELECT count(*) FROM sqlite_schema; PRAGMA busy_timeout = ${busyMs}`,
    );
    return database;
  } catch (thrown) {
    throw storeFailure(path, thrown);
  }
};

const make = (path: string): void => {
  try {
    makePrivateDirectory(dirname(path));
    makePrivateFile(path);
  } catch (cause) {
    throw new KelsonError("not_writable", `sessions cannot be saved in ${dirname(path)}: ${sentenceOf(cause)}`, {
      cause,
    });
  }
};
