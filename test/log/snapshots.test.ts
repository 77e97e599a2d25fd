/** Snapshots: states taken from them are those that all the events give, and none is believed that does not fit its line. */
import { nat, tuple } from "fast-check";
import { expect, test } from "vitest";
import { sessionFolds } from "../../src/agent/session-folds.ts";
import type { NewEvent } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import type { Store } from "../../src/contract/store.ts";
import { plan } from "../../src/folds/plan.ts";
import { summary } from "../../src/folds/summary.ts";
import { transcript } from "../../src/folds/transcript.ts";
import { memory } from "../../src/stores/memory.ts";
import { gated } from "./gated.ts";
import { open } from "./guarded-log.ts";
import { histories } from "./histories.ts";
import { holds } from "./holds.ts";
import { asked, named, replied, running, titles } from "./story.ts";

test("snapshots and what follows give the same states as all the events", async () => {
  await holds(tuple(histories(), nat(), nat()), async ([history, one, other]) => {
    const events = await history();
    const store = memory();
    const log = await open(store);
    for (const [index, { type, data, run }] of events.entries()) {
      if (index === one % events.length || index === other % events.length) await log.snapshot();
      log.append({ type, data, run } as NewEvent);
    }
    await log.saved();
    const replayed = sessionFolds.map((fold) => foldOf(fold, events));
    expect(await states(store)).toEqual(plain(replayed));
  });
});

test("snapshots of another chain are not believed", async () => {
  const store = memory();
  const log = await open(store);
  log.append(named("true"));
  await log.saved();
  const forged = { fold: "summary", version: 1, seq: 0, seal: "other", state: JSON.stringify({ title: "false" }) };
  await store.saveSnapshot("s", forged);
  expect((await open(store)).read(summary)).toMatchObject({ title: "true" });
});

test("snapshots of some folds are enough for those folds", async () => {
  const store = memory();
  const log = await open(store);
  for (const event of [...running(), asked(), replied("", ["a"])]) log.append(event);
  await log.saved();
  const expected = await states(store);
  await log.snapshot();
  await store.saveSnapshot("s", { fold: "messages", version: 1, seq: 0, seal: "other", state: "{}" });
  expect(await states(store)).toEqual(expected);
});

test("snapshots of lines that never came to disk are not believed", async () => {
  const { store, commit } = gated();
  const lost = await open(store);
  lost.append(named("lost"));
  await lost.snapshot();
  const log = await open(store);
  expect(log.read(summary)).toMatchObject({ title: "" });
  log.append(named("kept"));
  await Promise.all([log.saved(), commit()]);
  expect((await open(store)).read(summary)).toMatchObject({ title: "kept" });
});

test("snapshots that cannot be read are done without", async () => {
  const store = memory();
  const log = await open(store);
  log.append(named("true"));
  await log.saved();
  const { seal = "" } = (await store.last("s")) ?? {};
  await store.saveSnapshot("s", { fold: "summary", version: 1, seq: 0, seal, state: '{"title":"tr' });
  expect((await open(store)).read(summary)).toMatchObject({ title: "true" });
});

test("snapshots are taken by themselves as the log grows, ever more rarely", async () => {
  const store = memory();
  const taken: number[] = [];
  const log = await open({
    ...store,
    saveSnapshot: async (session, snapshot) => {
      if (snapshot.fold === "status") taken.push(snapshot.seq);
      await store.saveSnapshot(session, snapshot);
    },
  });
  for (let round = 0; round < 60; round += 1) {
    for (const event of titles(100)) log.append(event);
    await log.saved();
  }
  expect(taken).toEqual([1299, 2899, 4899]);
});

test("folds that are asked for together are brought up in one reading, and kept when the log is let go", async () => {
  const store = memory();
  const first = await open(store);
  for (const event of titles(200)) first.append(event);
  await first.saved();
  await first.snapshot();
  const readings: number[] = [];
  const counted: Store = {
    ...store,
    read: (session, from) => {
      if (from?.bodies !== false) readings.push(from?.from ?? 0);
      return store.read(session, from);
    },
  };
  const asks = async (): Promise<unknown[]> => {
    const log = await open(counted);
    readings.length = 0;
    const states = plain(await Promise.all([log.follow(transcript), log.follow(plan), log.follow(transcript)]));
    await log.snapshot({ lines: 100 });
    return states as unknown[];
  };
  const states = await asks();
  expect(readings).toEqual([0]);
  expect(states[0]).toMatchObject({ title: "title 199" });
  expect(await asks()).toEqual(states);
  expect(readings).toEqual([200]);
});

/** The states of a session's folds as they are when it is opened. */
const states = async (store: Store): Promise<unknown> => {
  const log = await open(store);
  return plain(sessionFolds.map((fold) => log.read(fold)));
};

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
