/** Whatever stands in the files of a store or in a file that is imported: it is read, or refused with a sentence; nothing crashes. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { KelsonError } from "../../src/contract/error.ts";
import type { Runtime } from "../../src/contract/runtime.ts";
import { messages } from "../../src/folds/messages.ts";
import { status } from "../../src/folds/status/status.ts";
import { transcript } from "../../src/folds/transcript.ts";
import { usage } from "../../src/folds/usage.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { memory } from "../../src/stores/memory.ts";
import { assembled } from "../agent/assembled.ts";
import { playing } from "../agent/playing.ts";
import { held } from "../../src/testing/conformance/store/samples.ts";
import { resealed } from "./mutations.ts";
import { copyOf, inDatabase, openedIn, rewritten, signedStore } from "./signed-store.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const rounds = Number(process.env["KELSON_ROUNDS"] ?? 60);
console.log(`seed ${seed}, ${rounds} rounds each`);

/** Numbers from 0 to 2^32, the same for the same seed: mulberry32, by Tommy Ettinger. */
const chance = (from: number): (() => number) => {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
};

type Next = () => number;

const mutated = (bytes: Buffer, next: Next): Buffer => {
  let changed = Buffer.from(bytes);
  for (let edits = 1 + (next() % 4); edits > 0; edits -= 1) {
    const at = next() % (changed.length + 1);
    const some = Buffer.from(Array.from({ length: next() % 6 }, () => next() & 0xff));
    const ways = [
      () => Buffer.concat([changed.subarray(0, at), Buffer.of(next() & 0xff), changed.subarray(at + 1)]),
      () => Buffer.concat([changed.subarray(0, at), some, changed.subarray(at)]),
      () => Buffer.concat([changed.subarray(0, at), changed.subarray(at + (next() % 40))]),
      () => changed.subarray(0, at),
    ];
    changed = Buffer.from(ways[next() % ways.length]!());
  }
  return changed;
};

const odd: readonly unknown[] = [null, true, -1, 1e300, "", "x", "__proto__", [], {}, [null], { length: -1 }];

/** The same JSON with one value in it, at any depth, replaced by something odd, or taken out. */
const misshapen = (value: unknown, next: Next): unknown => {
  if (typeof value !== "object" || value === null || next() % 6 === 0) return odd[next() % odd.length];
  const names = Object.keys(value);
  const name = names[next() % Math.max(1, names.length)];
  if (name === undefined) return odd[next() % odd.length];
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  if (next() % 8 === 0) delete copy[name];
  else copy[name] = misshapen(copy[name], next);
  return copy;
};

const base = await signedStore();

/** Everything that looks at what is stored. Rejects with what is no KelsonError. */
const lookAtAll = async (open: () => Runtime): Promise<{ readonly refused: number }> => {
  let refused = 0;
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KelsonError)) throw error;
      expect(error.message).toMatch(/\S/u);
      refused += 1;
      return undefined;
    }
  };
  const runtime = await attempt(open);
  if (runtime === undefined) return { refused };
  try {
    await attempt(() => runtime.list());
    for (const id of [base.session, base.other]) {
      await attempt(() => runtime.verify(id));
      const lines = await attempt(() => Array.fromAsync(runtime.bundle(id)));
      if (lines !== undefined) await attempt(() => imported(lines));
      await attempt(async () => {
        const session = await runtime.open(id);
        for (const fold of [transcript, messages, status, usage]) await attempt(() => session.read(fold as never));
        await attempt(() => session.send({ type: "name", id: "fuzz", title: "fuzz" }));
        await session.close();
      });
    }
  } finally {
    await attempt(() => runtime.close());
  }
  return { refused };
};

const imported = (lines: readonly string[]): Promise<string> => {
  async function* texts(): AsyncIterable<string> {
    yield* lines;
  }
  return assembled({ provider: playing([]) }, memory()).import(texts());
};

const columns = [
  ["lines", "text"],
  ["lines", "seal"],
  ["lines", "salt"],
  ["lines", "body"],
  ["lines", "file"],
  ["sessions", "holder"],
  ["commands", "command"],
  ["commands", "outcome"],
  ["drafts", "text"],
  ["snapshots", "state"],
  ["snapshots", "seal"],
] as const;

/** A store with something in each of its columns. */
const whole = async (): Promise<string> => {
  const directory = copyOf(base.directory);
  const store = sqlite(directory);
  const token = await held(store, "waiting");
  for (const id of [base.session, base.other]) {
    await store.post(id, { type: "name", id: "waits", title: "waits" });
    const last = (await store.last(id))!;
    for (const fold of ["status", "messages", "summary"])
      await store.saveSnapshot(id, { fold, version: 1, seq: 0, seal: last.seal, state: '{"queue":[],"title":"t"}' });
  }
  await store.saveDraft("waiting", token, { seq: 1, text: '[{"type":"text","text":"Hel"}]' });
  await store.close();
  return directory;
};

const full = await whole();

test("bytes of the rows, changed at random", async () => {
  const next = chance(seed);
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    const copy = copyOf(full);
    const changes = inDatabase(copy, (database) =>
      Array.from({ length: 1 + (next() % 3) }, () => changeRow(database, next)),
    );
    const found = await lookAtAll(() => openedIn(copy)).catch(because({ round, changes }));
    refused += found.refused;
    rmSync(copy, { recursive: true });
  }
  expect(refused).toBeGreaterThan(rounds / 4);
});

const changeRow = (database: DatabaseSync, next: Next): string => {
  const [table, column] = columns[next() % columns.length]!;
  const rows = database.prepare(`SELECT rowid AS id, CAST(${column} AS BLOB) AS value FROM ${table}`).all() as {
    id: number;
    value: Uint8Array | null;
  }[];
  const row = rows[next() % Math.max(1, rows.length)];
  if (row === undefined) return "nothing";
  const bytes = mutated(Buffer.from(row.value ?? "0-"), next);
  database.prepare(`UPDATE ${table} SET ${column} = CAST(? AS TEXT) WHERE rowid = ?`).run(bytes, row.id);
  return `${table}.${column} ${row.id}: ${bytes.toString("latin1")}`;
};

test("bytes of the database file, changed at random", async () => {
  const next = chance(seed + 1);
  for (let round = 0; round < rounds; round += 1) {
    const copy = copyOf(full);
    const path = join(copy, "sessions.db");
    const bytes = readFileSync(path);
    for (let edits = 1 + (next() % 30); edits > 0; edits -= 1) bytes[next() % bytes.length] = next() & 0xff;
    writeFileSync(path, next() % 8 === 0 ? bytes.subarray(0, next() % bytes.length) : bytes);
    expect(await lookAtAll(() => openedIn(copy)).catch(because({ round }))).toHaveProperty("refused");
    expect(await lookAtAll(() => openedIn(copy)).catch(because({ round }))).toHaveProperty("refused");
    rmSync(copy, { recursive: true });
  }
});

test("lines that are sealed as they should be, and say something odd", async () => {
  const next = chance(seed + 2);
  for (let round = 0; round < rounds; round += 1) {
    const copy = copyOf(base.directory);
    let changed = "";
    rewritten(copy, base.session, (rows) => {
      const row = rows[next() % rows.length]!;
      const field = row.body !== null && next() % 2 === 0 ? "body" : "text";
      changed = JSON.stringify(misshapen(JSON.parse(row[field]!), next));
      return resealed(rows.with(row.seq, { ...row, [field]: changed }), base.session);
    });
    expect(await lookAtAll(() => openedIn(copy)).catch(because({ round, changed }))).toHaveProperty("refused");
    rmSync(copy, { recursive: true });
  }
});

test("a file that is imported", async () => {
  const next = chance(seed + 3);
  const runtime = openedIn(base.directory);
  const bundle = Buffer.from((await Array.fromAsync(runtime.bundle(base.session))).join("\n"));
  await runtime.close();
  let refused = 0;
  for (let round = 0; round < rounds * 3; round += 1) {
    const changed = mutated(bundle, next).toString("utf8");
    try {
      await imported(changed.split("\n"));
    } catch (error) {
      if (!(error instanceof KelsonError)) because({ round, changed })(error);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(rounds);
});

test("the files beside the key", async () => {
  const next = chance(seed + 4);
  for (let round = 0; round < rounds / 4; round += 1) {
    const copy = copyOf(base.directory);
    const name = ["audit-ed25519.pem", join("heads", `${base.session}.json`)][next() % 2]!;
    const path = join(copy, "keys", name);
    writeFileSync(path, mutated(readFileSync(path), next));
    const changed = readFileSync(path, "latin1");
    expect(await lookAtAll(() => openedIn(copy)).catch(because({ round, changed }))).toHaveProperty("refused");
    rmSync(copy, { recursive: true });
  }
});

/** Says what was changed when something crashed. */
const because =
  (what: object) =>
  (error: unknown): never => {
    throw new Error(`${JSON.stringify(what)}: ${String(error)}`, { cause: error });
  };
