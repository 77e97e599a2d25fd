/** Searches the SQLite store: brings the index up to date, asks it for places, and reads what stands there in the log. */
import type { DatabaseSync } from "node:sqlite";
import type { Hit, SearchedSession, Store } from "../../contract/store.ts";
import { excerptOf } from "../../contract/words.ts";
import { excerptChars, spokenIn } from "../spoken.ts";
import type { Bodies } from "./bodies.ts";
import { isDamaged, storeFailure } from "./failure.ts";
import { patiently } from "./patiently.ts";
import { growIndex, lineContent, lineStatements } from "./search-growth.ts";
import { type IndexedSession, openSearchIndex, removeSearchIndex, type SearchIndex } from "./search-index.ts";

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
  const log = lineStatements(searched.database);
  await growIndex(log, searched.bodies, index);
  const sessions = new Map(index.sessions().map((session) => [session.number, session]));
  const all = [...sessions.values()].flatMap((session) => (isOpened(session) ? [session] : []));
  const chosen = among === undefined ? undefined : new Set(await among(all.map(told)));
  const numbers = all.filter(({ id }) => chosen?.has(id) ?? true).map(({ number }) => number);
  const places = index.find(words, numbers, limit);
  const hits = places.map(async ({ session: number, seq }): Promise<readonly Hit[]> => {
    const session = sessions.get(number);
    const [line] = await patiently(() => log.line(number, seq));
    const spoken = line && spokenIn(await lineContent(searched.bodies, number, line));
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
