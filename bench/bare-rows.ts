/** The rows of a log in SQLite and nothing else: no seals, no folds, no leases. Durable as the store is. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Line } from "../src/contract/store.ts";
import { timed } from "./measure.ts";

type Row = Readonly<Record<"text" | "seal" | "salt" | "body", string | null>>;

/** Each gives the milliseconds of one turn. */
export interface BareRows {
  readonly insert: (lines: readonly Line[], commits: "each" | "together") => Promise<number>;
  readonly read: (how: "parsed" | "hashed") => Promise<number>;
  readonly keep: (texts: () => readonly string[]) => Promise<number>;
  readonly close: () => void;
}

export const bareRows = (path: string, read: readonly Line[]): BareRows => {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE kept (number INTEGER, text TEXT)");
  database.exec("CREATE TABLE lines (session INTEGER, seq INTEGER, text TEXT, seal TEXT, salt TEXT, body TEXT)");
  database.exec("CREATE UNIQUE INDEX places ON lines (session, seq)");
  const insert = database.prepare("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?)");
  const select = database.prepare("SELECT text, seal, salt, body FROM lines WHERE session = 0 ORDER BY seq");
  const keep = database.prepare("INSERT INTO kept VALUES (?, ?)");
  const together = (work: () => void): void => {
    database.exec("BEGIN");
    work();
    database.exec("COMMIT");
  };
  const write = (session: number, { seq, text, seal, body }: Line): void =>
    void insert.run(session, seq, text, seal, body?.salt ?? null, body?.text ?? null);
  let session = 0;
  together(() => read.forEach((line) => write(session, line)));
  return {
    insert: (lines, commits) => {
      session += 1;
      const all = (): void => lines.forEach((line) => write(session, line));
      return timed(async () => (commits === "each" ? all() : together(all)));
    },
    read: (how) =>
      timed(async () => {
        for (const row of select.iterate() as Iterable<Row>) {
          JSON.parse(row.text ?? "");
          if (row.body !== null) JSON.parse(row.body);
          if (how === "hashed") createHash("sha256").update(`${row.text}${row.body}`).digest("hex");
        }
      }),
    keep: (texts) => timed(async () => together(() => texts().forEach((text, number) => keep.run(number, text)))),
    close: () => database.close(),
  };
};
