/** A SQLite store is brought to a newer schema whole, or stays what it was. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { sqlite } from "../../src/stores/sqlite.ts";
import { type Migration, migrations } from "../../src/stores/sqlite/schema.ts";
import { held, line, linesOf, readAll } from "../../src/testing/conformance/store/samples.ts";
import { newDirectory } from "./directory.ts";

/** Rebuilds the table of sessions, the most dangerous thing a migration can do. */
const second: Migration = {
  version: 2,
  run: (database) =>
    database.exec(`
      CREATE TABLE rebuilt (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, createdAt INTEGER NOT NULL,
        changedAt INTEGER NOT NULL, next INTEGER NOT NULL, token INTEGER NOT NULL, holder TEXT, note TEXT) STRICT;
      INSERT INTO rebuilt SELECT *, 'moved' FROM sessions;
      DROP TABLE sessions;
      ALTER TABLE rebuilt RENAME TO sessions;
    `),
};

const losing: Migration = { version: 2, run: (database) => database.exec("DELETE FROM lines WHERE seq = 1") };

const written = async (): Promise<string> => {
  const directory = newDirectory();
  const store = sqlite(directory);
  const token = await held(store, "one");
  await store.append({ session: "one", token, lines: linesOf("one", 0, 500) });
  await held(store, "two");
  await store.close();
  return directory;
};

const versionOf = (path: string): unknown => {
  const database = new DatabaseSync(path, { readOnly: true });
  const version = database.prepare("PRAGMA user_version").get();
  database.close();
  return version?.["user_version"];
};

it("makes version 1 of an empty file", async () => {
  const directory = await written();
  expect(versionOf(join(directory, "sessions.db"))).toBe(1);
  expect(existsSync(join(directory, "sessions.db.v0-backup"))).toBe(false);
});

it("keeps every line and goes on in the new version; the old file stays beside", async () => {
  const directory = await written();
  const store = sqlite(directory, { migrations: [...migrations, second] });
  expect(await readAll(store, "one")).toEqual(linesOf("one", 0, 500));
  const lease = await store.acquire("one", (await store.list()).find(({ id }) => id === "one")!.holder!);
  if (!lease.ok) throw new Error("held by another");
  await store.append({ session: "one", token: lease.token, lines: [line("one", 500)] });
  await store.remove("two");
  await store.close();
  expect(versionOf(join(directory, "sessions.db"))).toBe(2);

  const backup = join(directory, "sessions.db.v1-backup");
  expect(versionOf(backup)).toBe(1);
  expect((statSync(backup).mode & 0o777).toString(8)).toBe("600");
  const database = new DatabaseSync(backup, { readOnly: true });
  expect(database.prepare("SELECT count(*) AS lines FROM lines").get()).toMatchObject({ lines: 500 });
  database.close();
});

it("goes back when a line would be lost", async () => {
  const directory = await written();
  expect(() => sqlite(directory, { migrations: [...migrations, losing] })).toThrow(
    "stays at schema 1: of 2 sessions and 500 lines, 2 sessions and 499 lines were left",
  );
  const store = sqlite(directory);
  expect(await readAll(store, "one")).toEqual(linesOf("one", 0, 500));
  await store.close();
});

it("does not change what another process has open", async () => {
  const directory = await written();
  const store = sqlite(directory);
  await store.list();
  expect(() => sqlite(directory, { migrations: [...migrations, second] })).toThrow("another process uses it");
  expect(await readAll(store, "one")).toHaveLength(500);
  await store.close();
}, 20_000);

it("does not touch what a newer version wrote", async () => {
  const directory = await written();
  await sqlite(directory, { migrations: [...migrations, second] }).close();
  const before = readFileSync(join(directory, "sessions.db"));
  expect(() => sqlite(directory)).toThrow("its schema is 2, this program knows 1");
  expect(readFileSync(join(directory, "sessions.db"))).toEqual(before);
});
