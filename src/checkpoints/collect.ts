/** Throws away what no snapshot needs that counts. It blocks for as long as it takes. */
import { existsSync } from "node:fs";
import type { Collected } from "../contract/checkpoint.ts";
import type { Database } from "./database.ts";
import { digestsIn } from "./known.ts";
import type { Objects } from "./objects.ts";

export interface CollectOptions {
  /** Digests of snapshots; those that are not there are no matter. */
  readonly named: Iterable<string>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A snapshot is saved before it stands in a log. */
const graceMs = 3_600_000;

export const collect = async (
  database: Database,
  stored: Objects,
  { named, now }: CollectOptions,
): Promise<Collected> => {
  const { sql } = database;
  const collected = await database.write(() => {
    const live = new Set<string>();
    const wanted = [...named];
    dropSnapshots(database, wanted, now - graceMs);
    dropRestores(database);
    dropWorkspaces(database);
    const snapshots = sql.prepare("SELECT lower(hex(digest)) AS digest FROM snapshots").all() as { digest: string }[];
    for (const { digest } of snapshots) mark(stored, digest, live);
    for (const { seen } of sql.prepare("SELECT seen FROM directories").all() as { seen: string }[])
      for (const digest of digestsIn(seen)) live.add(digest);
    const removed = sweepAway(database, live);
    if (removed.objects > 0) sql.exec("UPDATE generation SET value = value + 1");
    return removed;
  });
  stored.forget();
  database.read(() => sql.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)"));
  return collected;
};

const dropSnapshots = ({ sql }: Database, named: readonly string[], before: number): void => {
  sql.exec("CREATE TEMP TABLE IF NOT EXISTS named (digest BLOB PRIMARY KEY); DELETE FROM named");
  const add = sql.prepare("INSERT INTO named VALUES (?) ON CONFLICT DO NOTHING");
  for (const digest of named) add.run(Buffer.from(digest, "hex"));
  sql
    .prepare(
      "DELETE FROM snapshots WHERE savedAt < ? AND NOT EXISTS (SELECT 1 FROM named n WHERE n.digest = snapshots.digest)",
    )
    .run(before);
};

/** Restores between snapshots that are gone. */
const dropRestores = ({ sql }: Database): void => {
  sql.exec(`DELETE FROM restores WHERE NOT EXISTS (SELECT 1 FROM snapshots s WHERE s.digest = source)
    OR NOT EXISTS (SELECT 1 FROM snapshots s WHERE s.digest = target)`);
};

/** What was seen of a workspace that is not there any more. */
const dropWorkspaces = ({ sql }: Database): void => {
  const forget = sql.prepare("DELETE FROM directories WHERE root = ?");
  const roots = sql.prepare("SELECT DISTINCT root FROM directories").all() as { root: string }[];
  for (const { root } of roots) if (!existsSync(root)) forget.run(root);
};

/** Marks a listing and all below it. */
const mark = (stored: Objects, digest: string, live: Set<string>): void => {
  if (live.has(digest)) return;
  live.add(digest);
  for (const entry of stored.tree(digest).values()) {
    if (entry.kind === "directory") mark(stored, entry.digest, live);
    if (entry.kind === "file") live.add(entry.digest);
  }
};

const sweepAway = ({ sql }: Database, live: ReadonlySet<string>): Collected => {
  sql.exec("CREATE TEMP TABLE IF NOT EXISTS live (digest BLOB PRIMARY KEY); DELETE FROM live");
  const add = sql.prepare("INSERT INTO live VALUES (?) ON CONFLICT DO NOTHING");
  for (const digest of live) add.run(Buffer.from(digest, "hex"));
  const dead = "FROM objects WHERE NOT EXISTS (SELECT 1 FROM live WHERE live.digest = objects.digest)";
  const found = sql.prepare(`SELECT count(*) AS objects, coalesce(sum(length(content)), 0) AS bytes ${dead}`).get();
  sql.exec(`DELETE ${dead}; DELETE FROM live`);
  return { ...found } as unknown as Collected;
};
