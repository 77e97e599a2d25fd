/** The database that snapshots rest in: a file for its owner alone, written in transactions that other processes wait for. */
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { KelsonError, sentenceOf } from "../contract/error.ts";

export interface Database {
  readonly place: string;
  readonly sql: DatabaseSync;
  /** All of it or nothing, on disk when it resolves. Waits half a minute for other processes, without blocking this one. */
  readonly write: <T>(work: () => T) => Promise<T>;
  /** Names the place and the reason when SQLite fails. */
  readonly read: <T>(work: () => T) => T;
  readonly close: () => void;
}

const version = 1;

/**
 * Objects by the digest of their content. `directories` is what was last seen of each directory of each workspace: it can be
 * lost, and is rebuilt by reading. `generation` rises when objects are thrown away.
 */
const schema = `
  CREATE TABLE objects (digest BLOB PRIMARY KEY, bytes INTEGER NOT NULL, content BLOB NOT NULL);
  CREATE TABLE snapshots (digest BLOB PRIMARY KEY, savedAt INTEGER NOT NULL);
  CREATE TABLE directories (root TEXT NOT NULL, path BLOB NOT NULL, seen TEXT NOT NULL, PRIMARY KEY (root, path));
  CREATE TABLE restores (root TEXT NOT NULL, source BLOB NOT NULL, target BLOB NOT NULL, PRIMARY KEY (root, source, target));
  CREATE TABLE generation (value INTEGER NOT NULL);
  INSERT INTO generation VALUES (0);
  PRAGMA user_version = ${String(version)};
`;

/** How long a statement blocks this process while another one writes. */
const busyMs = 5;
const patienceMs = 30_000;
const journalBytes = 16_777_216;

/** Opens or makes it. Throws KelsonError: `not_writable`, `newer_schema`, `store_failed`. */
export const openDatabase = (directory: string): Database => {
  const place = join(directory, "checkpoints.db");
  make(directory, place);
  const read = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      throw failure(place, thrown);
    }
  };
  const sql = read(() => new DatabaseSync(place, { timeout: patienceMs }));
  try {
    read(() => prepare(sql, place));
  } catch (error) {
    sql.close();
    throw error;
  }
  return {
    place,
    sql,
    read,
    write: async (work) => {
      const giveUpAt = performance.now() + patienceMs;
      while (!begins(sql, performance.now() < giveUpAt, place)) await delay(busyMs);
      return read(() => inside(sql, work));
    },
    close: () => {
      if (sql.isOpen) sql.close();
    },
  };
};

const make = (directory: string, place: string): void => {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    closeSync(openSync(place, "a", 0o600));
    chmodSync(place, 0o600);
  } catch (cause) {
    throw new KelsonError("not_writable", `snapshots cannot be saved in ${directory}: ${sentenceOf(cause)}`, { cause });
  }
};

const prepare = (sql: DatabaseSync, place: string): void => {
  // What is thrown away is overwritten, and its room is given back a page at a time.
  sql.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${String(journalBytes)}`);
  const found = versionOf(sql);
  if (found > version)
    throw new KelsonError("newer_schema", `${place} was written by a newer version of Kelson (${String(found)})`);
  if (found === 0) {
    sql.exec("BEGIN IMMEDIATE");
    // Another process may have been quicker.
    inside(sql, () => {
      if (versionOf(sql) === 0) sql.exec(schema);
    });
  }
  sql.exec(`PRAGMA busy_timeout = ${String(busyMs)}`);
};

const versionOf = (sql: DatabaseSync): number =>
  (sql.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;

/** Opens a transaction; false while another process has one open. */
const begins = (sql: DatabaseSync, mayWait: boolean, place: string): boolean => {
  try {
    sql.exec("BEGIN IMMEDIATE");
    return true;
  } catch (thrown) {
    if (mayWait && codeOf(thrown) === busy) return false;
    throw failure(place, thrown);
  }
};

const inside = <T>(sql: DatabaseSync, work: () => T): T => {
  try {
    const done = work();
    sql.exec("COMMIT");
    return done;
  } catch (thrown) {
    // A full disk ends the transaction by itself.
    if (sql.isTransaction) sql.exec("ROLLBACK");
    throw thrown;
  }
};

/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const busy = 5;
const reasons: Readonly<Record<number, string>> = {
  [busy]: "another process keeps it locked",
  8: "it is read-only",
  10: "the disk cannot be read or written",
  11: "it is damaged",
  13: "the disk is full",
  14: "it cannot be opened",
  26: "it is not a database",
};

const codeOf = (thrown: unknown): number | undefined => {
  const { errcode } = (thrown ?? {}) as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
};

const failure = (place: string, thrown: unknown): unknown => {
  const code = codeOf(thrown);
  const isClosed = (thrown as NodeJS.ErrnoException).code === "ERR_INVALID_STATE";
  if (code === undefined && !isClosed) return thrown;
  return new KelsonError(
    "store_failed",
    `snapshots could not use ${place}: ${isClosed ? "it is closed" : (reasons[code ?? 0] ?? sentenceOf(thrown))}`,
    {
      hint: "Nothing of this was written. What was saved stays.",
      cause: thrown,
    },
  );
};
