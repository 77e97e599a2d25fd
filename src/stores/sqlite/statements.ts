/** The SQL of the store, prepared once, each statement as a function. */
import type { DatabaseSync } from "node:sqlite";
import { type Command, command as commandShape, type Outcome } from "../../contract/command.ts";
import type { Draft, Holder, Line, Snapshot, StoredSession } from "../../contract/store.ts";
import { unknownSession } from "../refusal.ts";

/** A session's row. `number` stands for its id in all other tables and is never used again. */
export interface SessionRow {
  readonly number: number;
  readonly next: number;
  readonly token: number;
  readonly holder: string | null;
}

export type ListedRow = Omit<StoredSession, "holder"> & { readonly holder: string | null };

/** A line as it rests: seq, text, seal, salt, body, file. A big body has a file's name, an erased one nothing. */
export type LineRow = readonly [
  seq: number,
  text: string,
  seal: string,
  salt: string | null,
  body: string | null,
  file: string | null,
];

export interface Page {
  readonly from: number;
  readonly limit: number;
  readonly bodies: boolean;
}

export type Statements = ReturnType<typeof statements>;

export const statements = (database: DatabaseSync) => ({
  ...sessionStatements(database),
  ...lineStatements(database),
  ...commandStatements(database),
  ...sideStatements(database),
});

const sessionStatements = (database: DatabaseSync) => {
  const create = database.prepare(
    "INSERT INTO sessions (id, createdAt, changedAt, next, token) VALUES (?, ?, ?, ?, 0) ON CONFLICT DO NOTHING",
  );
  const find = database.prepare("SELECT number, next, token, holder FROM sessions WHERE id = ?");
  const advance = database.prepare("UPDATE sessions SET next = ?, changedAt = ? WHERE number = ?");
  const hold = database.prepare("UPDATE sessions SET token = ?, holder = ? WHERE number = ?");
  const free = database.prepare("UPDATE sessions SET holder = NULL WHERE number = ?");
  const remove = database.prepare("DELETE FROM sessions WHERE number = ?");
  const numbers = database.prepare("SELECT number FROM sessions");
  const list = database.prepare(
    "SELECT id, createdAt, changedAt, next - 1 AS seq, holder FROM sessions ORDER BY changedAt DESC, number DESC",
  );
  return {
    /** Whether it was not there before. */
    createSession: (id: string, first: number, at: number): boolean => create.run(id, at, at, first).changes === 1,
    /** Throws `not_found`. */
    findSession: (id: string): SessionRow => {
      const row = find.get(id);
      if (row === undefined) throw unknownSession(id);
      return row as unknown as SessionRow;
    },
    advanceSession: (number: number, next: number, at: number) => void advance.run(next, at, number),
    holdSession: (number: number, token: number, holder: Holder) =>
      void hold.run(token, JSON.stringify(holder), number),
    freeSession: (number: number) => void free.run(number),
    removeSession: (number: number) => void remove.run(number),
    sessionNumbers: () => (numbers.all() as { number: number }[]).map((row) => row.number),
    listSessions: () => list.all() as unknown as readonly ListedRow[],
  };
};

const lineStatements = (database: DatabaseSync) => {
  const insert = database.prepare(
    "INSERT INTO lines (session, seq, text, seal, salt, body, file) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const page = (columns: string) => {
    const statement = database.prepare(
      `SELECT seq, text, seal, ${columns} FROM lines WHERE session = ? AND seq >= ? ORDER BY seq LIMIT ?`,
    );
    statement.setReturnArrays(true);
    return statement;
  };
  const erase = database.prepare(
    "UPDATE lines SET salt = NULL, body = NULL, file = NULL WHERE session = ? AND seq = ?",
  );
  const file = database.prepare("SELECT file FROM lines WHERE session = ? AND seq = ?");
  const whole = page("salt, body, file");
  const bare = page("NULL, NULL, NULL");
  return {
    insertLine: (session: number, { seq, text, seal, body }: Line, file: string | undefined) =>
      void insert.run(
        session,
        seq,
        text,
        seal,
        body?.salt ?? null,
        file === undefined ? (body?.text ?? null) : null,
        file ?? null,
      ),
    eraseBody: (session: number, seq: number) => void erase.run(session, seq),
    /** The file of a big body. */
    bodyFile: (session: number, seq: number) =>
      (file.get(session, seq) as { file: string | null } | undefined)?.file ?? undefined,
    readLines: (session: number, { from, limit, bodies }: Page) =>
      (bodies ? whole : bare).all(session, from, limit) as unknown as readonly LineRow[],
  };
};

const commandStatements = (database: DatabaseSync) => {
  const post = database.prepare("INSERT INTO commands (session, id, command) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  // The command itself is not needed any more, and it may hold what a person said: only its id stays.
  const decide = database.prepare(
    `INSERT INTO commands (session, id, outcome) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET outcome = excluded.outcome, command = NULL WHERE outcome IS NULL`,
  );
  const inbox = database.prepare("SELECT command FROM commands WHERE session = ? AND outcome IS NULL ORDER BY arrival");
  const outcome = database.prepare("SELECT outcome FROM commands WHERE session = ? AND id = ?");
  return {
    /** Whether it is new. */
    postCommand: (session: number, command: Command): boolean =>
      post.run(session, command.id, JSON.stringify(command)).changes === 1,
    decideCommand: (session: number, id: string, outcome: Outcome) =>
      void decide.run(session, id, JSON.stringify(outcome)),
    readInbox: (session: number) =>
      // One that somebody made unreadable asks for nothing any more.
      (inbox.all(session) as { command: string }[]).flatMap(
        (row) => commandShape.safeParse(parsed(row.command)).data ?? [],
      ),
    readOutcome: (session: number, id: string) => {
      const row = outcome.get(session, id) as { outcome: string | null } | undefined;
      return parsed(row?.outcome) as Outcome | undefined;
    },
  };
};

const sideStatements = (database: DatabaseSync) => {
  const forgetDraft = database.prepare("DELETE FROM drafts WHERE session = ?");
  const forgetSnapshots = database.prepare("DELETE FROM snapshots WHERE session = ?");
  const saveDraft = database.prepare("INSERT OR REPLACE INTO drafts (session, seq, text) VALUES (?, ?, ?)");
  const draft = database.prepare("SELECT seq, text FROM drafts WHERE session = ?");
  const saveSnapshot = database.prepare(
    "INSERT OR REPLACE INTO snapshots (session, fold, version, seq, seal, state) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const snapshot = database.prepare(
    "SELECT fold, version, seq, seal, state FROM snapshots WHERE session = ? AND fold = ? AND version = ?",
  );
  return {
    /** Drafts and snapshots hold what the lines' bodies hold. */
    forgetDerived: (session: number) => {
      forgetDraft.run(session);
      forgetSnapshots.run(session);
    },
    writeDraft: (session: number, { seq, text }: Draft) => void saveDraft.run(session, seq, text),
    readDraft: (session: number) => plain(draft.get(session)) as Draft | undefined,
    writeSnapshot: (session: number, { fold, version, seq, seal, state }: Snapshot) =>
      void saveSnapshot.run(session, fold, version, seq, seal, state),
    readSnapshot: (session: number, fold: string, version: number) =>
      plain(snapshot.get(session, fold, version)) as Snapshot | undefined,
  };
};

/** A holder that somebody made unreadable is none: the token still tells the old one from the next. */
export const parseHolder = (holder: string | null): Holder | undefined => {
  const { host, boot, pid, started } = (parsed(holder) ?? {}) as Partial<Holder>;
  if (typeof host !== "string" || typeof boot !== "string" || typeof started !== "string") return undefined;
  return Number.isSafeInteger(pid) ? { host, boot, pid: pid as number, started } : undefined;
};

/** Undefined for what is no JSON. */
const parsed = (json: string | null | undefined): unknown => {
  if (json === null || json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Rows come without a prototype, which makes them unequal to literals. */
const plain = (row: object | undefined): unknown => (row === undefined ? undefined : { ...row });
