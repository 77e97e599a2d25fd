/** The index of a search is a cache beside the database: made when it is asked for, made anew when it is not as it should be. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { Line, Store } from "../../src/contract/store.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { held } from "../../src/testing/conformance/store/samples.ts";
import { newDirectory } from "./directory.ts";

const said = (session: string, seq: number, text: string): Line => {
  const type = seq === 0 ? "session.opened" : "user.said";
  const data = seq === 0 ? { cwd: "/work", user: "tester", kind: "main" } : { origin: "user" };
  const body = { salt: `salt ${seq}`, text: JSON.stringify({ parts: [{ type: "text", text }] }) };
  return { session, seq, text: JSON.stringify({ session, seq, at: seq, type, data }), seal: "seal", body };
};

const words = ["lighthouse", "gull", "pier", "boat", "sail"];

/** Sessions of a few hundred lines each, of which each says some of the words. */
const filled = async (directory: string, sessions = 4, lines = 600): Promise<Store> => {
  const store = sqlite(directory);
  onTestFinished(() => store.close());
  for (let number = 0; number < sessions; number += 1) {
    const session = `session ${number}`;
    const token = await held(store, session);
    const text = (seq: number): string =>
      `${words[seq % words.length]} ${words[(seq * 7 + number) % words.length]} number${seq}`;
    const all = Array.from({ length: lines }, (_, seq) => said(session, seq, text(seq)));
    await store.append({ session, token, lines: all });
  }
  return store;
};

const found = (store: Store): Promise<unknown> =>
  Promise.all(words.map((word) => store.search(`${word} number7`, { limit: 40 })));

test("nothing is written for it before the first search, and then for its user alone", async () => {
  const directory = newDirectory();
  const store = await filled(directory, 1, 300);
  expect(existsSync(join(directory, "search.db"))).toBe(false);
  expect(await store.search("gull", { limit: 3 })).toHaveLength(3);
  expect(statSync(join(directory, "search.db")).mode & 0o077).toBe(0);
  expect(readdirSync(directory).filter((name) => name.startsWith("search"))).toEqual(["search.db"]);
});

test("made anew, it finds the same as one that grew with the log", async () => {
  const directory = newDirectory();
  const store = await filled(directory);
  await store.search("gull", { limit: 1 });
  const lease = await held(store, "later");
  for (let seq = 0; seq < 40; seq += 1) {
    await store.append({ session: "later", token: lease, lines: [said("later", seq, `a ${words[seq % 3]} number7`)] });
    if (seq % 7 === 0) await store.search("pier", { limit: 1 });
  }
  const grown = await found(store);
  rmSync(join(directory, "search.db"));
  expect(await found(store)).toEqual(grown);
});

test.each<[string, (file: string) => void]>([
  ["is no database", (file) => writeFileSync(file, "x".repeat(10_000))],
  ["is cut off", (file) => writeFileSync(file, readFileSync(file).subarray(0, 5_000))],
  ["is of another version", (file) => change(file, "PRAGMA user_version = 99")],
  ["has another table", (file) => change(file, "DROP TABLE places; CREATE TABLE places (a)")],
  [
    "knows a session that the log does not",
    (file) => change(file, "UPDATE sessions SET id = 'another' WHERE number = 1"),
  ],
  ["knows more lines than there are", (file) => change(file, "UPDATE sessions SET next = 9999")],
])("one that %s is made anew", async (_, harm) => {
  const directory = newDirectory();
  const store = await filled(directory, 2, 50);
  const before = await found(store);
  harm(join(directory, "search.db"));
  expect(await found(store)).toEqual(before);
});

const change = (file: string, statement: string): void => {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
};

test("two stores on one directory share it, and see what the other wrote and erased", async () => {
  const directory = newDirectory();
  const one = await filled(directory, 2, 300);
  const other = sqlite(directory);
  onTestFinished(() => other.close());
  expect((await Promise.all([found(one), found(other), found(one)])).map((hits) => JSON.stringify(hits))).toSatisfy(
    (all: string[]) => new Set(all).size === 1,
  );
  const token = await held(other, "new");
  await other.append({ session: "new", token, lines: [said("new", 0, ""), said("new", 1, "a pelican")] });
  expect(await one.search("pelican", { limit: 9 })).toMatchObject([{ session: "new", seq: 1, text: "a pelican" }]);
  await other.erase("new", token, [1]);
  expect(await one.search("pelican", { limit: 9 })).toEqual([]);
});

test("a removed session leaves no word in it", async () => {
  const directory = newDirectory();
  const store = await filled(directory, 1, 10);
  const token = await held(store, "gone");
  await store.append({ session: "gone", token, lines: [said("gone", 0, ""), said("gone", 1, "a pelican")] });
  await store.search("pelican", { limit: 1 });
  expect(readFileSync(join(directory, "search.db")).includes("pelican")).toBe(true);
  await store.remove("gone");
  expect(existsSync(join(directory, "search.db"))).toBe(false);
  await store.search("gull", { limit: 1 });
  expect(readFileSync(join(directory, "search.db")).includes("pelican")).toBe(false);
});
