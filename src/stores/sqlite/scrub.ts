/** Makes sure that what was erased is gone from the database file and from its write-ahead log. */
import type { DatabaseSync } from "node:sqlite";
import { KelsonError } from "../../contract/error.ts";
import { isBusy, storeFailure } from "./failure.ts";
import { patiently } from "./patiently.ts";

/**
 * Writes the whole database anew: SQLite overwrites what is deleted, but not each copy that it made while it moved rows
 * between pages. Then the log is copied into the file and cut to nothing: https://sqlite.org/pragma.html#pragma_wal_checkpoint
 */
export const scrub = async (database: DatabaseSync, path: string): Promise<void> => {
  try {
    await patiently(() => database.exec("VACUUM"));
    await patiently(() => checkpoint(database));
  } catch (thrown) {
    if (!isBusy(thrown)) throw storeFailure(path, thrown);
    throw new KelsonError("store_failed", `what was erased may still lie in ${path}: another process uses it`, {
      hint: "Erase again when that process has ended.",
      cause: thrown,
    });
  }
};

/** A reader in another process keeps the log alive; the pragma says so in a row, and here it is an error like any other. */
const checkpoint = (database: DatabaseSync): void => {
  const row = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number } | undefined;
  if (row?.busy === 1) throw Object.assign(new Error("the log is in use"), { code: "ERR_SQLITE_ERROR", errcode: 5 });
};
