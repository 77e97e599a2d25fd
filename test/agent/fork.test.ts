/** Forks: a session that begins with another one's lines, and everything that has to hold across the join. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import type { Runtime, Session } from "../../src/contract/runtime.ts";
import type { Store } from "../../src/contract/store.ts";
import { messages } from "../../src/folds/messages.ts";
import { stateOf, status } from "../../src/folds/status/status.ts";
import { installation } from "../../src/signers/installation.ts";
import { memory } from "../../src/stores/memory.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { newDirectory } from "../stores/directory.ts";
import { assembled } from "./assembled.ts";
import { call, playing } from "./playing.ts";
import { counting } from "./tools.ts";
import { answer, say } from "./workshop.ts";

const turns = [
  { text: "I look.", calls: [call("look", "first")] },
  { text: "Done." },
  { text: "I write.", calls: [call("write", "second")] },
  { text: "Written." },
  { text: "Once more." },
];

const shop = (store: Store = memory(), directory = newDirectory()) => {
  const tools = [counting("look", ["read"]), counting("write", ["write"])];
  const signer = installation(join(directory, "keys"));
  const open = (): Runtime => assembled({ provider: playing(turns), tools, signer }, store);
  return { store, open, runtime: open(), cwd: newDirectory() };
};

const eventsOf = (session: Session): Promise<readonly Event[]> =>
  new Promise((resolve) => {
    const events: Event[] = [];
    const stop = session.events(0, (event) => void events.push(event));
    setTimeout(() => {
      stop();
      resolve(events);
    }, 50);
  });

const talked = async (runtime: Runtime, cwd: string): Promise<Session> => {
  const session = await runtime.create({ cwd });
  await say(session, "look around");
  return session;
};

const allow = async (session: Session): Promise<void> => {
  const { calls } = await session.read(status);
  expect(await answer(session, calls[0]?.id ?? "", "yes")).toMatchObject({ ok: true });
};

test("reads its parent's lines first, goes on by itself, and leaves the parent as it was", async () => {
  const { runtime, cwd } = shop();
  const parent = await talked(runtime, cwd);
  const before = await eventsOf(parent);
  const fork = await runtime.fork(parent.id);
  await say(fork, "write it down");
  await allow(fork);
  const events = await eventsOf(fork);
  expect(events.slice(0, before.length)).toEqual(before);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events[before.length]).toMatchObject({
    session: fork.id,
    type: "session.opened",
    data: { parent: { session: parent.id, seq: before.length - 1 } },
  });
  expect(await eventsOf(parent)).toEqual(before);
  const said = (await fork.read(messages)).messages.map(({ role }) => role);
  expect(said).toEqual(["user", "assistant", "tool", "assistant", "user", "assistant", "tool", "assistant"]);
  const asked = events.filter(({ type }) => type === "model.asked") as Event<"model.asked">[];
  const [, second, third] = asked.map(({ data }) => data.blocks);
  expect(third?.kept).toBe((second?.kept ?? 0) + (second?.added.length ?? 0));
});

test("at a step it forgets what came later, and what was under way is closed for it alone", async () => {
  const { runtime, cwd } = shop();
  const parent = await talked(runtime, cwd);
  await say(parent, "write it down");
  expect(stateOf(await parent.read(status))).toBe("waiting_for_input");
  const fork = await runtime.fork(parent.id, { at: { step: 3 } });
  const closed = (await eventsOf(fork)).filter(({ session }) => session === fork.id).map(({ type }) => type);
  expect(closed).toEqual(["session.opened", "call.denied", "run.ended"]);
  expect(stateOf(await fork.read(status))).toBe("cancelled");
  expect(stateOf(await parent.read(status))).toBe("waiting_for_input");
  const early = await runtime.fork(parent.id, { at: { step: 1 } });
  expect((await early.read(messages)).messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  const anew = await runtime.fork(parent.id, { at: { step: 0 } });
  expect((await anew.read(messages)).messages).toHaveLength(1);
  await expect(runtime.fork(parent.id, { at: { step: 9 } })).rejects.toMatchObject({
    code: "bad_input",
    message: `session ${parent.id} has no step 9; its last one is 3`,
  });
});

test("a run that was under way can go on in the fork, with another model and no word more", async () => {
  const { runtime, store, cwd } = shop();
  const parent = await talked(runtime, cwd);
  const other = { ...playing([{ text: "-" }, { text: "The other one." }]), model: "test/other" };
  const elsewhere = assembled({ provider: other, tools: [counting("look", ["read"])] }, store);
  const fork = await elsewhere.fork(parent.id, { at: { step: 1 }, goesOn: true });
  await fork.rest();
  const told = (await eventsOf(fork)).filter(({ session }) => session === fork.id).map(({ type }) => type);
  expect(told).toEqual(["session.opened", "model.switched", "model.asked", "model.replied", "run.ended"]);
  expect((await fork.read(messages)).messages.at(-1)).toMatchObject({ model: "test/other" });
});

test.each([
  ["memory", () => memory()],
  ["SQLite", () => sqlite(newDirectory())],
])("forks of forks are verified across every join, exported and imported again (%s)", async (_, store) => {
  const { runtime, cwd } = shop(store());
  const parent = await talked(runtime, cwd);
  const fork = await runtime.fork(parent.id);
  await say(fork, "write it down");
  await allow(fork);
  const grandchild = await runtime.fork(fork.id, { at: { step: 3 } });
  await say(grandchild, "and once more");
  const ids = [parent.id, fork.id, grandchild.id];
  for (const session of [parent, fork, grandchild]) await session.close();
  for (const id of ids) expect(await runtime.verify(id)).toMatchObject({ ok: true, attested: { kept: true } });

  const lines = await Array.fromAsync(runtime.export(grandchild.id));
  const elsewhere = shop(store());
  expect(await elsewhere.runtime.import(inOrder(lines))).toBe(grandchild.id);
  expect((await elsewhere.runtime.list()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const id of ids) expect(await elsewhere.runtime.verify(id)).toMatchObject({ ok: true });
  expect(await Array.fromAsync(elsewhere.runtime.export(grandchild.id))).toEqual(lines);
  const reopened = await elsewhere.runtime.open(grandchild.id);
  expect((await reopened.read(messages)).messages.at(-1)).toMatchObject({ role: "assistant" });
});

test("a changed line of the parent is found in the fork", async () => {
  const store = memory();
  const { runtime, cwd } = shop(store);
  const parent = await talked(runtime, cwd);
  const fork = await runtime.fork(parent.id);
  await fork.close();
  await parent.close();
  for await (const batch of store.read(parent.id)) Object.assign(batch[3] ?? {}, { text: '{"seq":3}' });
  expect(await runtime.verify(fork.id)).toMatchObject({ ok: false, seq: 3, change: "edited" });
});

test("a parent is not removed before its forks, which are named", async () => {
  const { runtime, cwd } = shop();
  const parent = await talked(runtime, cwd);
  const fork = await runtime.fork(parent.id);
  await Promise.all([parent.close(), fork.close()]);
  await expect(runtime.remove(parent.id)).rejects.toMatchObject({
    code: "refused",
    message: `session ${parent.id} cannot be removed: ${fork.id} begin with its lines`,
  });
  await runtime.remove(fork.id);
  await runtime.remove(parent.id);
  expect(await runtime.list()).toEqual([]);
});

test("what a parent erases is gone from its forks, too, which still verify", async () => {
  const directory = newDirectory();
  const store = sqlite(directory);
  const { runtime, cwd } = shop(store);
  const parent = await talked(runtime, cwd);
  const fork = await runtime.fork(parent.id);
  await say(fork, "write it down");
  await allow(fork);
  await Promise.all([parent.close(), fork.close()]);
  await runtime.erase(parent.id, "all");
  const reopened = await runtime.open(fork.id);
  const texts = JSON.stringify((await reopened.read(messages)).messages);
  expect(texts).not.toContain("look around");
  expect(texts).toContain("write it down");
  await reopened.close();
  expect(await runtime.verify(fork.id)).toMatchObject({ ok: true });
  await expect(runtime.erase(fork.id, { seqs: [1] })).rejects.toMatchObject({ code: "bad_input" });
});

async function* inOrder(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}
