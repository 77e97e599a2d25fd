/** What is read from the SQLite store. A read sees all that was committed, by this process or another. */
import { setImmediate } from "node:timers/promises";
import type { Line, Store, StoredSession } from "../../contract/store.ts";
import { isDead } from "../holder.ts";
import type { Bodies } from "./bodies.ts";
import { storeFailure } from "./failure.ts";
import { patiently } from "./patiently.ts";
import { type LineRow, type ListedRow, parseHolder, type Statements } from "./statements.ts";

const linesPerRead = 256;
/** After so many lines others have their turn: a screen hears its keys while a long log is read. */
const linesPerTurn = 4_096;

export interface Readable {
  readonly sql: Statements;
  readonly path: string;
  readonly bodies: Bodies;
}

type Reads = Pick<Store, "read" | "last" | "inbox" | "outcome" | "draft" | "snapshot" | "list">;

export const reads = (readable: Readable): Reads => {
  const { sql } = readable;
  const of = <T>(session: string, query: (number: number) => T) =>
    read(readable, () => query(sql.findSession(session).number));
  return {
    read: (session, { from = 0, bodies = true } = {}) => readLines(readable, session, { from, bodies }),
    last: (session) => readLast(readable, session),
    inbox: (session) => of(session, sql.readInbox),
    outcome: (session, command) => of(session, (number) => sql.readOutcome(number, command)),
    draft: (session) => of(session, sql.readDraft),
    snapshot: (session, fold, version) => of(session, (number) => sql.readSnapshot(number, fold, version)),
    list: () => read(readable, () => sql.listSessions().map(listed)),
  };
};

async function* readLines(
  readable: Readable,
  session: string,
  { from, bodies }: { readonly from: number; readonly bodies: boolean },
): AsyncGenerator<readonly Line[]> {
  const { sql } = readable;
  const number = await read(readable, () => sql.findSession(session).number);
  for (let next = from, rows: readonly LineRow[]; ; next += rows.length) {
    rows = await read(readable, () => sql.readLines(number, { from: next, limit: linesPerRead, bodies }));
    if (rows.length > 0) yield await linesOf(readable, rows, { session, number });
    if (rows.length < linesPerRead) return;
    if ((next - from) % linesPerTurn === linesPerTurn - linesPerRead) await setImmediate();
  }
}

const readLast = async (readable: Readable, session: string): Promise<Line | undefined> => {
  const { sql } = readable;
  const { number, rows } = await read(readable, () => {
    const { number, next } = sql.findSession(session);
    return { number, rows: sql.readLines(number, { from: next - 1, limit: 1, bodies: true }) };
  });
  return (await linesOf(readable, rows, { session, number }))[0];
};

/** Bodies in files are read after the rows; most batches have none. */
const linesOf = async (
  { bodies, path }: Readable,
  rows: readonly LineRow[],
  { session, number }: { readonly session: string; readonly number: number },
): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  for (const [seq, text, seal, salt, body, file] of rows) {
    const whole = file === null ? body : await bodies.read(number, file).catch(rethrown(path));
    lines.push(
      salt === null || whole === null || whole === undefined
        ? { session, seq, text, seal }
        : { session, seq, text, seal, body: { salt, text: whole } },
    );
  }
  return lines;
};

const read = <T>({ path }: Readable, query: () => T): Promise<T> => patiently(query).catch(rethrown(path));

const rethrown =
  (path: string) =>
  (thrown: unknown): never => {
    throw storeFailure(path, thrown);
  };

const listed = ({ id, createdAt, changedAt, seq, holder }: ListedRow): StoredSession => {
  const present = parseHolder(holder);
  return { id, createdAt, changedAt, seq, holder: present !== undefined && isDead(present) ? undefined : present };
};
