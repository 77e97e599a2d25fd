/** Searches the SQLite store: brings the index up to date, asks it for places, and reads what stands there in the log. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatabaseSync } from "node:sqlite";
import type { Hit, SearchedSession, Store } from "../../contract/store.ts";
import { excerptOf } from "../../contract/words.ts";
import { excerptChars, openedIn, spokenIn, spokenTypes } from "../spoken.ts";
import type { Bodies } from "./bodies.ts";
import { isDamaged, storeFailure } from "./failure.ts";
import { patiently } from "./patiently.ts";
import { type IndexedSession, openSearchIndex, removeSearchIndex, type SearchIndex, unusable } from "./search-index.ts";

export interface Searched {
  readonly database: DatabaseSync;
  readonly bodies: Bodies;
  /** Of the index. */
  readonly path: string;
}

/** One search at a time. The index is open only as long, so that one that was removed is gone. A damaged one is made anew. */
export const searching = (searched: Searched): Store["search"] => {
  const { path } = searched;
  let last: Promise<unknown> = Promise.resolve();
  const attempt = async (...asked: Parameters<Store["search"]>): Promise<readonly Hit[]> => {
    const index = openSearchIndex(path);
    try {
      return await search(searched, index, ...asked);
    } finally {
      index.close();
    }
  };
  const patient = async (...asked: Parameters<Store["search"]>): Promise<readonly Hit[]> => {
    try {
      return await attempt(...asked).catch((thrown: unknown) => {
        if (!isDamaged(thrown)) throw thrown;
        removeSearchIndex(path);
        return attempt(...asked);
      });
    } catch (thrown) {
      throw storeFailure(path, thrown);
    }
  };
  return (...asked) => {
    const result = last.then(() => patient(...asked));
    last = result.catch(() => {});
    return result;
  };
};

const search = async (
  searched: Searched,
  index: SearchIndex,
  ...[words, { limit, among }]: Parameters<Store["search"]>
): Promise<readonly Hit[]> => {
  const log = statementsOn(searched.database);
  await bringUpToDate(searched, log, index);
  const sessions = new Map(index.sessions().map((session) => [session.number, session]));
  const all = [...sessions.values()].flatMap((session) => (isOpened(session) ? [session] : []));
  const chosen = among === undefined ? undefined : new Set(await among(all.map(told)));
  const numbers = all.filter(({ id }) => chosen?.has(id) ?? true).map(({ number }) => number);
  const places = index.find(words, numbers, limit);
  const hits = places.map(async ({ session: number, seq }): Promise<readonly Hit[]> => {
    const session = sessions.get(number);
    const [line] = await patiently(() => log.line(number, seq));
    const spoken = line && spokenIn(await whole(searched.bodies, number, line));
    if (session?.cwd === undefined || spoken === undefined) return [];
    const text = excerptOf(spoken.text, words, excerptChars);
    return [{ session: session.id, seq, at: spoken.at, by: spoken.by, cwd: session.cwd, text }];
  });
  return (await Promise.all(hits)).flat();
};

const told = (session: IndexedSession & SearchedSession): SearchedSession => {
  const { number: _, next: __, ...rest } = session;
  return rest;
};

const isOpened = (session: IndexedSession): session is IndexedSession & SearchedSession => session.cwd !== undefined;

type LineRow = readonly [seq: number, text: string, salt: string | null, body: string | null, file: string | null];
type SessionRow = Pick<IndexedSession, "number" | "id" | "next">;
type LogStatements = ReturnType<typeof statementsOn>;

const pageLines = 256;

const statementsOn = (database: DatabaseSync) => {
  const sessions = database.prepare("SELECT number, id, next FROM sessions ORDER BY number");
  const types = spokenTypes.map((type) => `'${type}'`).join(", ");
  // A body is read only where the line itself says that there is something to find.
  const page = database.prepare(
    `SELECT seq, text, salt, body, file FROM lines WHERE session = ? AND seq >= ? AND seq < ? AND
     (seq = 0 OR (json_valid(text) AND json_extract(text, '$.type') IN (${types}))) ORDER BY seq`,
  );
  const line = database.prepare("SELECT seq, text, salt, body, file FROM lines WHERE session = ? AND seq = ?");
  for (const statement of [page, line]) statement.setReturnArrays(true);
  return {
    sessions: () => sessions.all() as unknown as readonly SessionRow[],
    page: (session: number, from: number, to: number) => page.all(session, from, to) as unknown as readonly LineRow[],
    line: (session: number, seq: number) => line.all(session, seq) as unknown as readonly LineRow[],
  };
};

/** An index that knows sessions or lines which the log does not have belongs to another log, or to what was removed. */
const bringUpToDate = async (searched: Searched, log: LogStatements, index: SearchIndex): Promise<void> => {
  const sessions = await patiently(log.sessions);
  const present = new Map(sessions.map((session) => [session.number, session]));
  const indexed = new Map(index.sessions().map((session) => [session.number, session]));
  for (const { number, id, next } of indexed.values()) {
    const session = present.get(number);
    if (session?.id !== id || session.next < next) throw unusable("it was made from another log");
  }
  for (const session of sessions) {
    const known = indexed.get(session.number) ?? { ...session, next: 0 };
    if (known.next < session.next) await indexSession({ ...searched, log, index }, known, session.next);
  }
};

const indexSession = async (
  { bodies, log, index }: Searched & { readonly log: LogStatements; readonly index: SearchIndex },
  known: IndexedSession,
  end: number,
): Promise<void> => {
  const { number } = known;
  let opened: ReturnType<typeof openedIn>;
  for (let from = known.next; from < end; from += pageLines) {
    const to = Math.min(end, from + pageLines);
    const rows = await patiently(() => log.page(number, from, to));
    const lines = await Promise.all(rows.map(async (row) => ({ seq: row[0], ...(await whole(bodies, number, row)) })));
    if (from === 0) opened = openedIn(lines[0]?.text ?? "");
    const spoken = lines.flatMap(({ seq, ...line }) => {
      const found = spokenIn(line);
      return found === undefined ? [] : [{ seq, ...found }];
    });
    if (!index.take({ ...known, ...opened, next: to }, from, spoken)) return;
    // Others get their turn: a first index of many sessions takes a while.
    await nextTurn();
  }
};

const whole = async (
  bodies: Bodies,
  session: number,
  [, text, salt, body, file]: LineRow,
): Promise<{ readonly text: string; readonly body?: { readonly salt: string; readonly text: string } }> => {
  const content = file === null ? body : await bodies.read(session, file);
  return salt === null || content === null || content === undefined
    ? { text }
    : { text, body: { salt, text: content } };
};
