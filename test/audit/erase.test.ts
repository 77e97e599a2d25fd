/** What was erased is in no file of the store any more, the chain holds, and the session goes on. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import type { Runtime } from "../../src/contract/runtime.ts";
import type { Store } from "../../src/contract/store.ts";
import { messages } from "../../src/folds/messages.ts";
import { transcript } from "../../src/folds/transcript.ts";
import { installation } from "../../src/signers/installation.ts";
import { memory } from "../../src/stores/memory.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { assembled, type Bench } from "../agent/assembled.ts";
import { call, playing } from "../agent/playing.ts";
import { counting } from "../agent/tools.ts";
import { eventsOf, say } from "../agent/workshop.ts";
import { elsewhere } from "../../src/testing/conformance/store/samples.ts";
import { newDirectory } from "../stores/directory.ts";

const canary = "canary-wqzxvk";
/** As it stands in an index, which leaves out how a word begins when the one before it begins so, too; no digest has it by chance. */
const indexed = "qzxvk";
/** Too big for a row. */
const bigCanary = `${canary} ${"x".repeat(100_000)}`;

const bench = (directory: string): Bench => ({
  provider: playing([
    { text: `I heard ${canary}.`, calls: [call("look", canary), call("look", bigCanary)] },
    { text: `${canary} it is.` },
    { text: "What was that?" },
  ]),
  tools: [counting("look", ["read"])],
  signer: installation(join(directory, "keys")),
});

interface Talked {
  readonly directory: string;
  readonly store: Store;
  readonly runtime: Runtime;
  readonly id: string;
}

/** A session full of canaries, in its lines, its snapshots and its draft. */
const talked = async (open: (directory: string) => Store): Promise<Talked> => {
  const directory = newDirectory();
  const store = open(directory);
  const runtime = assembled(bench(directory), store);
  const session = await runtime.create({ cwd: newDirectory(), title: canary });
  await say(session, `remember ${canary}`);
  for (let more = 0; more < 120; more += 1)
    await session.send({ type: "name", id: `${more}`, title: `${canary} ${more}` });
  await session.close();
  const lease = await store.acquire(session.id, { ...elsewhere, host: "", pid: 0 });
  if (lease.ok) {
    await store.saveDraft(session.id, lease.token, { seq: 1, text: JSON.stringify([canary]) });
    await store.release(session.id, lease.token);
  }
  return { directory, store, runtime, id: session.id };
};

const filesWith = (directory: string, text: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));

const eventsIn = (store: Store, id: string): Promise<Event[]> => eventsOf({ store, session: { id } });

test("the bytes are gone from the database, its log and the files of big bodies", async () => {
  const { directory, store, runtime, id } = await talked(sqlite);
  const other = await runtime.create({ cwd: newDirectory(), title: "another session" });
  await other.close();
  await store.post(id, { type: "name", id: "waits", title: canary });
  expect(filesWith(directory, canary).length).toBeGreaterThan(1);
  expect((await store.search(canary, { limit: 3 })).length).toBe(3);
  expect(filesWith(directory, indexed)).toContain(join(directory, "search.db"));
  const { bodies } = await runtime.erase(id, "all");
  expect(bodies).toBeGreaterThan(120);
  // While the store is still open, so that nothing is owed to its closing.
  expect(filesWith(directory, canary)).toEqual([]);
  expect(filesWith(directory, indexed)).toEqual([]);
  expect(await store.search(canary, { limit: 3 })).toEqual([]);
  expect(filesWith(directory, indexed)).toEqual([]);
  expect(await store.outcome(id, "waits")).toMatchObject({ ok: false, code: "refused" });
  expect(await runtime.verify(id)).toMatchObject({ ok: true, erased: bodies });
  expect(await runtime.verify(other.id)).toMatchObject({ ok: true, erased: 0 });
  await runtime.close();
  expect(filesWith(directory, canary)).toEqual([]);
});

describe.each([
  ["memory", () => memory()],
  ["sqlite", (directory: string) => sqlite(directory)],
])("in a %s store", (_, open) => {
  test("the session opens, shows what is left and goes on", async () => {
    const { store, runtime, id } = await talked(open);
    await runtime.erase(id, "all");
    const session = await runtime.open(id);
    const shown = JSON.stringify([await session.read(messages), await session.read(transcript)]);
    expect(shown).not.toContain(canary);
    expect(shown).toContain("[erased]");
    await say(session, "go on");
    const events = await eventsIn(store, id);
    expect(events.at(-2)).toMatchObject({ type: "run.ended", data: { state: "completed" } });
    await session.close();
    expect(await runtime.verify(id)).toMatchObject({ ok: true });
    expect((await runtime.list())[0]?.title).not.toContain(canary);
    await runtime.close();
  });

  test("only what was named is erased, and a line says so and is signed", async () => {
    const { store, runtime, id } = await talked(open);
    const before = await eventsIn(store, id);
    const said = before.find(({ type }) => type === "user.said")!;
    expect(await runtime.erase(id, { seqs: [said.seq, 0] })).toEqual({ bodies: 1, seq: before.length });
    const after = await eventsIn(store, id);
    expect(
      after.filter((event, seq) => seq < before.length && JSON.stringify(event) !== JSON.stringify(before[seq])),
    ).toEqual([{ ...said, data: { origin: "user", command: expect.any(String) } }]);
    expect(after.slice(before.length).map(({ type, data }) => [type, data])).toEqual([
      ["body.erased", { seqs: [said.seq], by: "user" }],
      ["log.signed", expect.objectContaining({ seq: before.length })],
    ]);
    const verdict = await runtime.verify(id);
    expect(verdict).toMatchObject({ ok: true, erased: 1, attested: { lines: verdict.lines } });
    await runtime.close();
  });

  test("what came before a time is erased; what has nothing to erase writes nothing", async () => {
    const { store, runtime, id } = await talked(open);
    const before = await eventsIn(store, id);
    expect(await runtime.erase(id, { before: 1 })).toEqual({ bodies: 0 });
    expect(await eventsIn(store, id)).toEqual(before);
    const { bodies } = await runtime.erase(id, { before: Date.now() + 1_000 });
    expect(bodies).toBeGreaterThan(120);
    expect(await runtime.erase(id, "all")).toEqual({ bodies: 0 });
    await runtime.close();
  });

  test("it is refused while anybody works on the session, and for lines that are none", async () => {
    const { store, runtime, id } = await talked(open);
    await expect(runtime.erase(id, { seqs: [99_999] })).rejects.toMatchObject({ code: "bad_input" });
    await expect(runtime.erase("none", "all")).rejects.toMatchObject({ code: "not_found" });
    const session = await runtime.open(id);
    await expect(runtime.erase(id, "all")).rejects.toMatchObject({ code: "held" });
    await session.close();
    await store.acquire(id, elsewhere);
    await expect(runtime.erase(id, "all")).rejects.toMatchObject({ code: "held" });
    await runtime.close();
  });
});
