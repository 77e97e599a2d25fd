/** The index of a search: a file beside the database, made from its lines, which holds words and no texts. */
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Hit, SearchedSession } from "../../contract/store.ts";
import { prefixChars, wordsOf } from "../../contract/words.ts";
import { type Spoken, searchedChars } from "../spoken.ts";
import { makePrivateFile } from "./disk.ts";

/** A session in the index, by its number in the store. `next` is the seq of the first line that is not in it. */
export interface IndexedSession extends Partial<SearchedSession> {
  readonly number: number;
  readonly id: string;
  readonly next: number;
}

/** Where words of a query stand. */
export interface Place extends Pick<Hit, "seq"> {
  readonly session: number;
}

/** What was said in a session from a seq on, up to the `next` of the session. */
export interface Growth {
  readonly session: IndexedSession;
  readonly from: number;
  readonly spoken: readonly (Spoken & { readonly seq: number })[];
}

export interface SearchIndex {
  readonly sessions: () => readonly IndexedSession[];
  /** Takes in all that follows on what it has; false when another process had taken some of it in already. */
  readonly take: (batch: readonly Growth[]) => boolean;
  /** Best first, of equal ones the newest. */
  readonly find: (words: string, sessions: readonly number[], limit: number) => readonly Place[];
  readonly close: () => void;
}

/** Thrown for an index that has to be made anew: SQLite's own code for a damaged file. */
export const unusable = (why: string): Error =>
  Object.assign(new Error(why), { code: "ERR_SQLITE_ERROR", errcode: 11 });

/** An index of another version is not used. It rises with each change of the tables, and of what `wordsOf` gives. */
const version = 1;

const tables = `
  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, next INTEGER NOT NULL, cwd TEXT, user TEXT, kind TEXT, parent TEXT
  ) STRICT;
  CREATE TABLE places (
    place INTEGER PRIMARY KEY, session INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE said USING fts5(words, content='', tokenize='unicode61 remove_diacritics 0');
  PRAGMA user_version = ${version};
`;

/** Another process may be at work on it, page by page. */
const busyMs = 5_000;

/** Makes it when it is missing. What is lost in a power cut is made again, so nothing is waited for. */
export const openSearchIndex = (path: string): SearchIndex => {
  makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON");
    prepareTables(database);
    return indexIn(database);
  } catch (thrown) {
    database.close();
    throw thrown;
  }
};

/** Whoever has it open goes on with what is no longer a file. */
export const removeSearchIndex = (path: string): void => {
  for (const file of [path, `${path}-journal`]) rmSync(file, { force: true });
};

const prepareTables = (database: DatabaseSync): void =>
  within(database, () => {
    const found = database.prepare("PRAGMA user_version").get() as { user_version: number };
    if (found.user_version === version) return;
    if (found.user_version !== 0) throw unusable("it was made by another version");
    database.exec(tables);
  });

const indexIn = (database: DatabaseSync): SearchIndex => {
  const sessions = database.prepare("SELECT number, id, next, cwd, user, kind, parent FROM sessions ORDER BY number");
  const next = database.prepare("SELECT next FROM sessions WHERE number = ?");
  const keep = database.prepare(
    "INSERT OR REPLACE INTO sessions (number, id, next, cwd, user, kind, parent) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const place = database.prepare("INSERT INTO places (session, seq, at) VALUES (?, ?, ?)");
  const words = database.prepare("INSERT INTO said (rowid, words) VALUES (?, ?)");
  const find = database.prepare(
    `SELECT session, seq FROM said JOIN places ON place = said.rowid
     WHERE said MATCH ? AND session IN (SELECT value FROM json_each(?))
     ORDER BY bm25(said), at DESC, session DESC, seq DESC LIMIT ?`,
  );
  const grow = ({ session, from, spoken }: Growth): boolean => {
    const known = (next.get(session.number) as { next: number } | undefined)?.next ?? 0;
    if (known !== from) return false;
    for (const { seq, at, text } of spoken) {
      const { lastInsertRowid } = place.run(session.number, seq, at);
      words.run(lastInsertRowid, wordsOf(text.slice(0, searchedChars)).join(" "));
    }
    const { number, id, cwd = null, user = null, kind = null, parent = null } = session;
    keep.run(number, id, session.next, cwd, user, kind, parent);
    return true;
  };
  return {
    sessions: () => (sessions.all() as Record<string, unknown>[]).map(withoutNulls),
    take: (batch) => within(database, () => batch.filter((growth) => !grow(growth)).length === 0),
    find: (query, among, limit) => {
      const asked = matching(query);
      return asked === "" ? [] : (find.all(asked, JSON.stringify(among), limit) as unknown as readonly Place[]);
    },
    close: () => database.close(),
  };
};

const mostWords = 32;

/** Words hold nothing but letters and digits, so that nothing in quotation marks is taken for an operator. */
const matching = (query: string): string =>
  [...new Set(wordsOf(query))]
    .slice(0, mostWords)
    .map((word) => (word.length >= prefixChars ? `"${word}"*` : `"${word}"`))
    .join(" OR ");

const within = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (thrown) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw thrown;
  }
};

const withoutNulls = (row: Record<string, unknown>): IndexedSession =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as IndexedSession;
