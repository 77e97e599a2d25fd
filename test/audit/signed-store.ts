/** Real sessions in a real SQLite store, signed with a real key, and what somebody could do to the files behind our back. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Runtime } from "../../src/contract/runtime.ts";
import type { Verdict } from "../../src/contract/verdict.ts";
import { installation } from "../../src/signers/installation.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { assembled } from "../agent/assembled.ts";
import { call, playing } from "../agent/playing.ts";
import { counting } from "../agent/tools.ts";
import { say } from "../agent/workshop.ts";
import { newDirectory } from "../stores/directory.ts";

/** A store's directory with the key in it, as the command line has it. */
export const openedIn = (directory: string): Runtime => {
  const turns = [
    { text: "I look.", calls: [call("look", "grüß dich 👋")] },
    { text: "Seen." },
    { text: "And again." },
    { text: "And a third time." },
  ];
  return assembled(
    { provider: playing(turns), tools: [counting("look", ["read"])], signer: installation(join(directory, "keys")) },
    sqlite(directory),
  );
};

export interface SignedStore {
  readonly directory: string;
  readonly session: string;
  readonly other: string;
  /** The directory as it was after the first run of the session. */
  readonly older: string;
}

/** Two sessions with the same words; one has a second run, so that it was signed twice. */
export const signedStore = async (): Promise<SignedStore> => {
  const directory = newDirectory();
  const cwd = newDirectory();
  const talk = async (id: string | undefined): Promise<string> => {
    const runtime = openedIn(directory);
    const session = id === undefined ? await runtime.create({ cwd }) : await runtime.open(id);
    await say(session, "do it");
    await session.close();
    await runtime.close();
    return session.id;
  };
  const other = await talk(undefined);
  const session = await talk(undefined);
  const older = copyOf(directory);
  await talk(session);
  return { directory, session, other, older };
};

export const copyOf = (directory: string): string => {
  const copy = newDirectory();
  cpSync(directory, copy, { recursive: true });
  return copy;
};

export interface Row {
  seq: number;
  text: string;
  seal: string;
  salt: string | null;
  body: string | null;
}

/** The rows of a session as they rest; what `change` gives is put in their place. */
export const rewritten = (directory: string, session: string, change: (rows: readonly Row[]) => readonly Row[]): void =>
  inDatabase(directory, (database) => {
    const { number } = database.prepare("SELECT number FROM sessions WHERE id = ?").get(session) as { number: number };
    const select = "SELECT seq, text, seal, salt, body FROM lines WHERE session = ? ORDER BY seq";
    const rows = (database.prepare(select).all(number) as unknown as Row[]).map((row) => ({ ...row }));
    const changed = change(rows);
    database.prepare("DELETE FROM lines WHERE session = ?").run(number);
    const insert = database.prepare(
      "INSERT INTO lines (session, seq, text, seal, salt, body) VALUES (?, ?, ?, ?, ?, ?)",
    );
    for (const { seq, text, seal, salt, body } of changed) insert.run(number, seq, text, seal, salt, body);
    database.prepare("UPDATE sessions SET next = ? WHERE number = ?").run(changed.length, number);
  });

export const executed = (directory: string, sql: string, ...values: SQLInputValue[]): void =>
  inDatabase(directory, (database) => void database.prepare(sql).run(...values));

export const inDatabase = <T>(directory: string, use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(directory, "sessions.db"));
  try {
    return use(database);
  } finally {
    database.close();
  }
};

export const verdictOn = async (directory: string, session: string): Promise<Verdict> => {
  const runtime = openedIn(directory);
  try {
    return await runtime.verify(session);
  } finally {
    await runtime.close();
  }
};
