/** The tables of the SQLite store, and how each version is made from the one before it. */
import type { DatabaseSync } from "node:sqlite";

/** Marks a database file as ours: "Klsn" in ASCII. */
export const applicationId = 0x4b6c736e;

/** Brings a database from the version before to `version`. Tables `sessions` and `lines` keep all their rows. */
export interface Migration {
  readonly version: number;
  readonly run: (database: DatabaseSync) => void;
}

/**
 * Lines hang on an integer session number in a rowid table: rows of all sessions are appended at the table's end, so a group
 * commit touches few pages (15 µs a line of 200 sessions; 55 µs when the rows lie in key order). The previous seal is not
 * kept: it is the seal of the row before. A body over 64 KB has a `file` instead of a `body`; an erased one has no `salt`.
 */
const firstTables = `
  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    createdAt INTEGER NOT NULL,
    changedAt INTEGER NOT NULL,
    next INTEGER NOT NULL,
    token INTEGER NOT NULL,
    holder TEXT
  ) STRICT;

  CREATE TABLE lines (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    seal TEXT NOT NULL,
    salt TEXT,
    body TEXT,
    file TEXT,
    PRIMARY KEY (session, seq)
  ) STRICT;

  CREATE TABLE commands (
    arrival INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    id TEXT NOT NULL,
    command TEXT,
    outcome TEXT,
    UNIQUE (session, id)
  ) STRICT;
  CREATE INDEX inbox ON commands (session, arrival) WHERE outcome IS NULL;

  CREATE TABLE drafts (
    session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;

  CREATE TABLE snapshots (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    fold TEXT NOT NULL,
    version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    seal TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (session, fold, version)
  ) STRICT;

  PRAGMA application_id = ${applicationId};
`;

/** In ascending order. A released one is never changed; the next version is added below it. */
export const migrations: readonly Migration[] = [{ version: 1, run: (database) => database.exec(firstTables) }];
