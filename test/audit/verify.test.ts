/** The mutation matrix: whatever is done to a signed log without the key is found, where and as what. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { policy } from "../../src/folds/policy.ts";
import { sha256 } from "../../src/log/chain.ts";
import { snapshotSeal } from "../../src/log/restore.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { fields, mutations } from "./mutations.ts";
import { copyOf, executed, openedIn, type Row, rewritten, signedStore, verdictOn } from "./signed-store.ts";

const { directory, session, other, older } = await signedStore();

const rowsOf = (): Row[] => {
  let found: readonly Row[] = [];
  rewritten(directory, session, (rows) => (found = rows));
  return [...found];
};

const changedCopy = (change: (rows: readonly Row[]) => readonly Row[]): string => {
  const copy = copyOf(directory);
  rewritten(copy, session, change);
  return copy;
};

test("what nobody touched holds, and is attested to its last line", async () => {
  const { length } = rowsOf();
  expect(await verdictOn(directory, session)).toEqual({
    ok: true,
    lines: length,
    head: rowsOf().at(-1)?.seal,
    erased: 0,
    attested: { lines: length, key: expect.stringMatching(/^[\da-f]{16}$/u), kept: true, foreign: 0 },
  });
});

describe("whatever is done to the lines is found", () => {
  test.each(Object.entries(mutations))("%s", async (_, mutation) => {
    const [rows, seq, change] = mutation(rowsOf());
    const verdict = await verdictOn(
      changedCopy(() => rows),
      session,
    );
    expect(verdict).toMatchObject({ ok: false, seq, change });
  });

  test.each(Object.entries(fields))("in every line: %s", async (_, edit) => {
    const copy = copyOf(directory);
    const rows = rowsOf();
    for (const row of rows) {
      const edited = edit(row);
      if (edited === undefined) continue;
      rewritten(copy, session, () => rows.with(row.seq, edited));
      const verdict = await verdictOn(copy, session);
      expect(verdict).toMatchObject({ ok: false });
      // A line that moved away is missed from the tail when it was the last.
      expect({ row: row.seq, found: !verdict.ok && verdict.seq }).toEqual({ row: row.seq, found: row.seq });
    }
  });
});

describe("whatever is done to the store is found", () => {
  const replacedBy = (other: string): string => {
    const copy = copyOf(directory);
    for (const end of ["", "-wal", "-shm"]) rmSync(join(copy, `sessions.db${end}`), { force: true });
    cpSync(join(other, "sessions.db"), join(copy, "sessions.db"));
    return copy;
  };

  test("an older copy put back", async () => {
    expect(await verdictOn(replacedBy(older), session)).toMatchObject({ ok: false, change: "rolled back" });
  });

  test("another session's lines under its name", async () => {
    const copy = copyOf(directory);
    executed(copy, "DELETE FROM sessions WHERE id = ?", session);
    executed(copy, "UPDATE sessions SET id = ? WHERE id = ?", session, other);
    expect(await verdictOn(copy, session)).toMatchObject({ ok: false, seq: 0, change: "replaced" });
  });

  test("a session taken out, and all of them", async () => {
    const copy = copyOf(directory);
    executed(copy, "PRAGMA foreign_keys = ON");
    executed(copy, "DELETE FROM sessions WHERE id = ?", session);
    expect(await verdictOn(copy, session)).toMatchObject({ ok: false, seq: 0, change: "removed" });
    expect(await verdictOn(copy, other)).toMatchObject({ ok: true });
    rmSync(join(copy, "sessions.db"));
    const runtime = openedIn(copy);
    expect((await runtime.attested()).toSorted()).toEqual([session, other].toSorted());
    expect(await runtime.verify(other)).toMatchObject({ ok: false, change: "removed" });
    await runtime.close();
  });

  test("lines at the end deleted without a word to the store's own count", async () => {
    const copy = copyOf(directory);
    rmSync(join(copy, "keys"), { recursive: true });
    executed(copy, "DELETE FROM lines WHERE seq > 7");
    expect(await verdictOn(copy, session)).toMatchObject({ ok: false, seq: 8, change: "cut" });
  });

  test("a session that was removed on purpose and is here again", async () => {
    const copy = copyOf(directory);
    const runtime = openedIn(copy);
    await runtime.remove(session);
    expect(await runtime.attested()).toEqual([other]);
    await expect(runtime.verify(session)).rejects.toMatchObject({ code: "not_found" });
    await runtime.close();
    cpSync(join(directory, "sessions.db"), join(copy, "sessions.db"));
    expect(await verdictOn(copy, session)).toMatchObject({ ok: false, change: "rolled back" });
  });
});

describe("whatever is done beside the key is found, or said", () => {
  const head = join("keys", "heads", `${session}.json`);

  test("another key", async () => {
    const copy = copyOf(directory);
    rmSync(join(copy, "keys", "audit-ed25519.pem"));
    expect(await verdictOn(copy, session)).toMatchObject({ ok: false, change: "key changed" });
  });

  test("a head that was changed", async () => {
    const copy = copyOf(directory);
    const kept = JSON.parse(readFileSync(join(copy, head), "utf8")) as { seq: number; count: number };
    writeFileSync(join(copy, head), JSON.stringify({ ...kept, seq: kept.seq - 1, count: kept.count - 1 }));
    expect(await verdictOn(copy, session)).toMatchObject({ ok: false, change: "signature forged" });
  });

  test("a head of another session, a head that is none, a key that is none", async () => {
    const copy = copyOf(directory);
    cpSync(join(copy, "keys", "heads", `${other}.json`), join(copy, head));
    await expect(verdictOn(copy, session)).rejects.toMatchObject({ code: "store_failed" });
    writeFileSync(join(copy, head), "{}");
    await expect(verdictOn(copy, session)).rejects.toMatchObject({ code: "store_failed" });
    writeFileSync(join(copy, "keys", "audit-ed25519.pem"), "no key");
    await expect(verdictOn(copy, session)).rejects.toMatchObject({ code: "store_failed" });
  });

  test("a head that is gone: the signatures in the log still hold, and it is said", async () => {
    const copy = copyOf(directory);
    rmSync(join(copy, head));
    const verdict = await verdictOn(copy, session);
    expect(verdict).toMatchObject({ ok: true, attested: { kept: false, lines: verdict.lines - 1 } });
  });
});

test("what was written after the last signature is said to be not attested yet", async () => {
  const copy = copyOf(directory);
  const runtime = openedIn(copy);
  const opened = await runtime.open(session);
  await opened.send({ type: "name", id: "name", title: "new" });
  const { length } = rowsOf();
  expect(await runtime.verify(session)).toMatchObject({ ok: true, lines: length + 1, attested: { lines: length } });
  await opened.close();
  const verdict = await runtime.verify(session);
  expect(verdict).toMatchObject({ ok: true, attested: { lines: verdict.lines } });
  await runtime.close();
});

test("a state that somebody put beside the log is not believed", async () => {
  const copy = copyOf(directory);
  const { seq, seal } = rowsOf().at(-1)!;
  const state = JSON.stringify({ ...policy.initial(), answers: [{ decision: "allow", rules: "bash(*)" }] });
  const store = sqlite(copy);
  const planted = { fold: policy.name, version: policy.version, state };
  await store.saveSnapshot(session, { ...planted, seq, seal });
  await store.saveSnapshot(session, { ...planted, seq, seal: snapshotSeal(sha256, seal, planted) });
  await store.close();
  const runtime = openedIn(copy);
  const opened = await runtime.open(session);
  expect(await opened.read(policy)).toMatchObject({ answers: [] });
  await opened.close();
  await runtime.close();
});

describe("a session that travels", () => {
  const exported = async (): Promise<string[]> => {
    const runtime = openedIn(directory);
    const lines = await Array.fromAsync(runtime.bundle(session));
    await runtime.close();
    return lines;
  };
  async function* of(lines: readonly string[]): AsyncIterable<string> {
    yield* lines;
  }

  test("is attested as it came, and its signatures of another key are counted", async () => {
    const elsewhere = openedIn(copyOf(older));
    await elsewhere.remove(session);
    await elsewhere.import(of(await exported()));
    const verdict = await elsewhere.verify(session);
    expect(verdict).toMatchObject({ ok: true, attested: { lines: verdict.lines, kept: true, foreign: 0 } });
    await elsewhere.close();
    const other = openedIn(copyOf(join(directory, "keys", "heads")));
    await other.import(of(await exported()));
    expect(await other.verify(session)).toMatchObject({ ok: true, attested: { kept: true, foreign: 2 } });
    await other.close();
  });

  test("does not take the place of a longer one that was signed here", async () => {
    const copy = copyOf(directory);
    executed(copy, "DELETE FROM sessions WHERE id = ?", session);
    const runtime = openedIn(copy);
    const lines = await exported();
    await expect(runtime.import(of(lines.slice(0, 10)))).rejects.toMatchObject({ code: "bad_input" });
    await runtime.import(of(lines));
    expect(await runtime.verify(session)).toMatchObject({ ok: true });
    await runtime.close();
  });
});
