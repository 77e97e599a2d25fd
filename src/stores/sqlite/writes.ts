/** What is written to the SQLite store. Each write checks and changes one session, inside a group's transaction. */
import type { Command } from "../../contract/command.ts";
import type { Batch, Holder, Lease, Store } from "../../contract/store.ts";
import { isDead, sameHolder } from "../holder.ts";
import { batchRefusal, existingSession, holds, lostLease, type Standing } from "../refusal.ts";
import { type Bodies, isBig } from "./bodies.ts";
import type { GroupCommit } from "./group-commit.ts";
import { parseHolder, type SessionRow, type Statements } from "./statements.ts";

export interface Writable {
  readonly sql: Statements;
  readonly bodies: Bodies;
  readonly commit: GroupCommit;
  /** Makes sure that what was erased is in none of the files. */
  readonly scrub: () => Promise<void>;
  /** Removes what searches are made with, which holds words of what was said. It is made anew when it is needed. */
  readonly unindex: () => void;
  /** Told of a session that changes. It is told inside the transaction, and must wait for its end. */
  readonly changed: (session: string) => void;
  readonly now: () => number;
}

type Writes = Pick<
  Store,
  "create" | "append" | "acquire" | "release" | "post" | "saveDraft" | "saveSnapshot" | "erase" | "remove"
>;

export const writes = (writable: Writable): Writes => {
  const { sql, bodies, commit } = writable;
  const write = <T>(work: () => T) => commit.write({ work });
  const writeLazily = (work: () => void) => commit.write({ work, lazy: true });
  return {
    create: (session, first = 0) => write(() => create(writable, session, first)),
    append: (batch) => append(writable, batch),
    acquire: (session, holder) => write(() => acquire(writable, session, holder)),
    release: (session, token) => write(() => release(writable, session, token)),
    post: (session, command) => write(() => post(writable, session, command)),
    saveDraft: (session, token, draft) =>
      writeLazily(() => sql.writeDraft(findHeld(sql, session, token).number, draft)),
    saveSnapshot: (session, snapshot) =>
      writeLazily(() => sql.writeSnapshot(sql.findSession(session).number, snapshot)),
    erase: (session, token, seqs) => erase(writable, { session, token, seqs }),
    remove: async (session) => {
      await bodies.removeSession(await write(() => remove(writable, session)));
      writable.unindex();
    },
  };
};

const create = ({ sql, changed, now }: Writable, session: string, first: number): void => {
  if (!sql.createSession(session, first, now())) throw existingSession(session);
  changed(session);
};

/** Big bodies are on disk before the transaction that names their files begins. */
const append = (writable: Writable, batch: Batch): Promise<void> => {
  const { sql, bodies, commit } = writable;
  const big = batch.lines.filter(({ body }) => body !== undefined && isBig(body));
  const files = new Map<number, string>();
  const prepare = async () => {
    const { number } = sql.findSession(batch.session);
    for (const { seq, body } of big) files.set(seq, await bodies.write(number, seq, body!));
  };
  const work = () => writeBatch(writable, batch, files);
  return commit.write({ work, prepare: big.length === 0 ? undefined : prepare });
};

const writeBatch = ({ sql, changed, now }: Writable, batch: Batch, files: ReadonlyMap<number, string>): void => {
  const { number, ...row } = sql.findSession(batch.session);
  const refusal = batchRefusal(batch, standing(row));
  if (refusal !== undefined) throw refusal;
  for (const line of batch.lines) sql.insertLine(number, line, files.get(line.seq));
  if (batch.lines.length > 0) sql.advanceSession(number, row.next + batch.lines.length, now());
  for (const { command, outcome } of batch.outcomes ?? []) sql.decideCommand(number, command, outcome);
  changed(batch.session);
};

const acquire = ({ sql, changed }: Writable, session: string, holder: Holder): Lease => {
  const row = sql.findSession(session);
  const present = parseHolder(row.holder);
  if (present !== undefined && !sameHolder(present, holder) && !isDead(present)) return { ok: false, holder: present };
  sql.holdSession(row.number, row.token + 1, holder);
  changed(session);
  return { ok: true, token: row.token + 1 };
};

const release = ({ sql, changed }: Writable, session: string, token: number): boolean => {
  const { number } = findHeld(sql, session, token);
  if (sql.readInbox(number).length > 0) return false;
  sql.freeSession(number);
  changed(session);
  return true;
};

const post = ({ sql, changed }: Writable, session: string, command: Command): void => {
  if (sql.postCommand(sql.findSession(session).number, command)) changed(session);
};

interface Erasure {
  readonly session: string;
  readonly token: number;
  readonly seqs: readonly number[];
}

/** The files go first: a row that names one which is gone reads as erased, and the same erasure can be asked for again. */
const erase = async ({ sql, bodies, commit, changed, scrub, unindex }: Writable, erasure: Erasure): Promise<void> => {
  const { session, token, seqs } = erasure;
  const prepare = async () => {
    const { number } = findHeld(sql, session, token);
    await bodies.remove(
      number,
      seqs.flatMap((seq) => sql.bodyFile(number, seq) ?? []),
    );
  };
  const work = () => {
    const { number } = findHeld(sql, session, token);
    for (const seq of seqs) sql.eraseBody(number, seq);
    sql.forgetDerived(number);
    changed(session);
  };
  await commit.write({ work, prepare });
  unindex();
  await scrub();
};

const remove = ({ sql, changed }: Writable, session: string): number => {
  const { number } = sql.findSession(session);
  sql.removeSession(number);
  changed(session);
  return number;
};

const findHeld = (sql: Statements, session: string, token: number): SessionRow => {
  const row = sql.findSession(session);
  if (!holds(token, standing(row))) throw lostLease(session, token);
  return row;
};

const standing = ({ next, token, holder }: Omit<SessionRow, "number">): Standing => ({
  next,
  token,
  held: holder !== null,
});
