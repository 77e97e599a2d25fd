/** Brings a database to today's version: the old one is copied beside it first, then all changes, or none, take effect. */
import { renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { KelsonError } from "../../contract/error.ts";
import { makePrivateFile, sync } from "./disk.ts";
import { isBusy } from "./failure.ts";
import { applicationId, type Migration } from "./schema.ts";

/** How long it waits for another process, which may be doing the same. */
const timeoutMs = 2000;

/**
 * Does nothing when the version is today's. A new version is made in one transaction of the file itself, not in a copy that
 * takes its place: whoever has the file open would go on writing into the one that was set aside.
 */
export const migrate = (path: string, migrations: readonly Migration[]): void => {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = within(path, (database) => versionOf(database, path));
  if (found === newest) return;
  if (found > newest)
    throw new KelsonError(
      "newer_schema",
      `${path} was written by a newer version: its schema is ${found}, this program knows ${newest}`,
    );
  const make = found === 0 ? create : upgrade;
  within(path, (database) => make(database, path, migrations));
};

const within = <T>(path: string, use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(path, { timeout: timeoutMs, enableForeignKeyConstraints: false });
  try {
    return use(database);
  } finally {
    database.close();
  }
};

/** 0 when the file is new and empty. */
const versionOf = (database: DatabaseSync, path: string): number => {
  if (count(database, "sqlite_schema") === 0) return 0;
  if (pragma(database, "application_id") !== applicationId)
    throw new KelsonError("store_failed", `${path} is a database, but not one of Kelson's; it was not touched`);
  return pragma(database, "user_version");
};

const create = (database: DatabaseSync, path: string, migrations: readonly Migration[]): void => {
  database.exec("PRAGMA journal_mode = WAL");
  inTransaction(database, () => {
    // Another process may have been quicker.
    if (versionOf(database, path) === 0) run(database, migrations);
  });
};

const upgrade = (database: DatabaseSync, path: string, migrations: readonly Migration[]): void => {
  lockOut(database, path);
  const version = versionOf(database, path);
  const missing = migrations.filter((migration) => migration.version > version);
  if (missing.length === 0) return;
  backUp(database, path, version);
  inTransaction(database, () => {
    const before = census(database);
    run(database, missing);
    const after = census(database);
    if (after !== before)
      throw new KelsonError("store_failed", `${path} stays at schema ${version}: of ${before}, ${after} were left`);
  });
};

/** In this mode the first write takes a lock that no other open connection tolerates, and keeps it. */
const lockOut = (database: DatabaseSync, path: string): void => {
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
  } catch (cause) {
    if (!isBusy(cause)) throw cause;
    throw new KelsonError("store_failed", `${path} must be brought to a newer schema, but another process uses it`, {
      hint: "Close the other program and try again.",
      cause,
    });
  }
};

/** The copy is whole and on disk before it gets its name. */
const backUp = (database: DatabaseSync, path: string, version: number): void => {
  const backup = `${path}.v${version}-backup`;
  const temporary = `${backup}.temporary`;
  rmSync(temporary, { force: true });
  makePrivateFile(temporary);
  try {
    database.prepare("VACUUM INTO ?").run(temporary);
    sync(temporary);
    renameSync(temporary, backup);
    sync(dirname(path));
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
};

const run = (database: DatabaseSync, migrations: readonly Migration[]): void => {
  for (const migration of migrations) migration.run(database);
  database.exec(`PRAGMA user_version = ${migrations.at(-1)?.version}`);
};

const inTransaction = (database: DatabaseSync, work: () => void): void => {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (thrown) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw thrown;
  }
};

/** Lines count only with their session. */
const census = (database: DatabaseSync): string =>
  `${count(database, "sessions")} sessions and ${count(database, "lines JOIN sessions ON number = session")} lines`;

const count = (database: DatabaseSync, rows: string): number =>
  (database.prepare(`SELECT count(*) AS count FROM ${rows}`).get() as { count: number }).count;

const pragma = (database: DatabaseSync, name: "user_version" | "application_id"): number =>
  (database.prepare(`PRAGMA ${name}`).get() as Record<string, number>)[name] ?? 0;
