/** Brings the index of a search up to date with the log: what was said since is read and taken in. */
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Line } from "../../contract/store.ts";
import { openedIn, spokenIn, spokenTypes } from "../spoken.ts";
import type { Bodies } from "./bodies.ts";
import { patiently } from "./patiently.ts";
import { type Growth, type IndexedSession, type SearchIndex, unusable } from "./search-index.ts";

type LineRow = readonly [seq: number, text: string, salt: string | null, body: string | null, file: string | null];
type SessionRow = Pick<IndexedSession, "number" | "id" | "next">;
type LineStatements = ReturnType<typeof lineStatements>;

export const lineStatements = (database: DatabaseSync) => {
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

/** How much is taken in at once: enough to be worth a transaction, and little enough to let others get their turn. */
const batchChars = 200_000;

/** Once more for what another process took in meanwhile. Throws what makes the index be made anew when it does not fit the log. */
export const growIndex = async (log: LineStatements, bodies: Bodies, index: SearchIndex): Promise<void> => {
  for (let whole = false; !whole;) {
    whole = true;
    let batch: Growth[] = [];
    let chars = 0;
    const take = async (): Promise<void> => {
      whole = index.take(batch) && whole;
      batch = [];
      chars = 0;
      await nextTurn();
    };
    for await (const growth of missing(log, bodies, index)) {
      batch.push(growth);
      chars += growth.spoken.reduce((sum, { text }) => sum + text.length, 0);
      if (chars > batchChars) await take();
    }
    if (batch.length > 0) await take();
  }
};

const pageLines = 256;

async function* missing(log: LineStatements, bodies: Bodies, index: SearchIndex): AsyncGenerator<Growth> {
  const sessions = await patiently(log.sessions);
  const present = new Map(sessions.map((session) => [session.number, session]));
  const indexed = new Map(index.sessions().map((session) => [session.number, session]));
  // It was made from another log, or knows what was removed from this one.
  for (const { number, id, next } of indexed.values()) {
    const session = present.get(number);
    if (session?.id !== id || session.next < next) throw unusable("the index does not fit the log");
  }
  for (const { number, id, next: end } of sessions) {
    const known = indexed.get(number) ?? { number, id, next: 0 };
    let opened: ReturnType<typeof openedIn>;
    for (let from = known.next; from < end; from += pageLines) {
      const to = Math.min(end, from + pageLines);
      const rows = await patiently(() => log.page(number, from, to));
      if (from === 0) opened = openedIn(rows[0]?.[1] ?? "");
      const spoken = await Promise.all(
        rows.map(async (row) => ({ seq: row[0], found: await spokenAt(bodies, number, row) })),
      );
      yield {
        session: { ...known, ...opened, next: to },
        from,
        spoken: spoken.flatMap(({ seq, found }) => (found === undefined ? [] : [{ seq, ...found }])),
      };
    }
  }
}

const spokenAt = async (bodies: Bodies, session: number, row: LineRow): Promise<ReturnType<typeof spokenIn>> =>
  spokenIn(await lineContent(bodies, session, row));

/** A line's text and its body, wherever that rests. */
export const lineContent = async (
  bodies: Bodies,
  session: number,
  [, text, salt, body, file]: LineRow,
): Promise<Pick<Line, "text" | "body">> => {
  const content = file === null ? body : await bodies.read(session, file);
  return salt === null || content === null || content === undefined
    ? { text }
    : { text, body: { salt, text: content } };
};
