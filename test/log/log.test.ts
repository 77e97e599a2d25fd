/** The log: folded at once, on disk when `saved` says so, and nothing lost by a store that fails. */
import { describe, expect, test } from "vitest";
import type { Event, NewEvent } from "../../src/contract/event.ts";
import type { Fold } from "../../src/contract/fold.ts";
import type { Store } from "../../src/contract/store.ts";
import { summary } from "../../src/folds/summary.ts";
import { genesis, verifyChain } from "../../src/log/chain.ts";
import { memory } from "../../src/stores/memory.ts";
import { fallible } from "../agent/stores.ts";
import { gated, pause, turns } from "./gated.ts";
import { open, storedEvents } from "./guarded-log.ts";
import { histories } from "./histories.ts";
import { holds } from "./holds.ts";
import { spans } from "./spans.ts";
import { named, openedSession, titles } from "./story.ts";

describe("what is appended", () => {
  test("is folded at once, heard when it is on disk, and what waits is one commit", async () => {
    const { store, batches, commit } = gated();
    const log = await open(store);
    const heard: number[] = [];
    log.listen(0, ({ seq }) => heard.push(seq));
    for (const event of [openedSession, ...titles(3)]) log.append(event);
    const saved = log.saved();
    expect(log.read(summary).title).toBe("title 2");
    await turns(20);
    expect(heard).toEqual([]);
    await commit();
    await saved;
    expect([spans(heard), batches.length]).toEqual(["0-3", 1]);
  });

  test("while a commit is under way waits for the next, and saved waits for both", async () => {
    const { store, batches, commit } = gated();
    const log = await open(store);
    log.append(openedSession);
    let saved = false;
    const first = log.saved();
    log.append(named("late"));
    const second = log.saved().then(() => (saved = true));
    await commit();
    expect([batches.length, saved]).toEqual([1, false]);
    await commit();
    await Promise.all([first, second]);
    expect(batches.map(({ lines }) => lines.length)).toEqual([1, 1]);
  });

  test("is on disk after saved, at whatever moment of another commit it was appended", async () => {
    for (let moment = 0; moment < 12; moment += 1) {
      const store = memory();
      const log = await open(store);
      log.append(openedSession);
      const first = log.saved();
      await turns(moment);
      log.append(named("late"));
      await log.saved();
      expect({ moment, last: (await store.last("s"))?.seq }).toEqual({ moment, last: 1 });
      await first;
    }
  });

  test("is written soon without being asked for", async () => {
    const store = memory();
    const log = await open(store);
    log.append(openedSession);
    await pause(50);
    expect(await storedEvents(store)).toHaveLength(1);
  });

  test("reads back as it was", async () => {
    await holds(histories(), async (history) => {
      const events = await history();
      const store = memory();
      const log = await open(store);
      const appended = events.map(({ type, data, run, step }) => log.append({ type, data, run, step } as NewEvent));
      await log.saved();
      expect(JSON.stringify(await storedEvents(store))).toEqual(JSON.stringify(appended.map(ordered)));
    });
  });
});

describe("a store that fails", () => {
  test("loses nothing: saved says so, and works when the store does", async () => {
    const { store, fails } = fallible();
    const log = await open(store);
    const heard: number[] = [];
    log.listen(0, ({ seq }) => heard.push(seq));
    await store.post("s", { type: "name", id: "c", title: "x" });
    fails(3);
    for (let round = 0; round < 3; round += 1) {
      log.append(named("before"));
      if (round === 1) log.settle("c", { ok: true, seq: 1 });
      const saved = log.saved();
      log.append(named("while it fails"));
      await expect(saved).rejects.toMatchObject({ code: "store_failed" });
    }
    expect([heard, await storedEvents(store)]).toEqual([[], []]);
    await log.saved();
    expect(spans(heard)).toEqual("0-5");
    expect(await store.outcome("s", "c")).toEqual({ ok: true, seq: 1 });
    expect(await verifyChain("s", genesis("s"), store.read("s"))).toMatchObject({ ok: true, lines: 6 });
  });

  test("refuses the lines of one who has lost the session", async () => {
    const store = memory();
    const old = await open(store);
    const log = await open(store);
    log.append(openedSession);
    await log.saved();
    old.append(named("from the past"));
    await expect(old.saved()).rejects.toMatchObject({ code: "stale_lease" });
    expect((await storedEvents(store)).map(({ type }) => type)).toEqual(["session.opened"]);
  });
});

test("an outcome is written with its event, in one commit", async () => {
  const { store, batches, commit } = gated();
  const log = await open(store);
  await store.post("s", { type: "name", id: "c", title: "mine" });
  log.append(named("mine"));
  log.settle("c", { ok: true, seq: 0 });
  const saved = log.saved();
  expect(await store.inbox("s")).toHaveLength(1);
  await commit();
  await saved;
  expect(batches.map(({ lines, outcomes }) => [lines.length, outcomes])).toEqual([
    [1, [{ command: "c", outcome: { ok: true, seq: 0 } }]],
  ]);
  expect(await store.inbox("s")).toEqual([]);
});

test("a fold that is followed late knows everything, also what comes while it reads", async () => {
  const kept = memory();
  const read: Store["read"] = async function* read(...asked) {
    for await (const batch of kept.read(...asked)) {
      await pause(5);
      yield batch;
    }
  };
  const log = await open({ ...kept, read }, { folds: [] });
  for (const event of titles(10)) log.append(event);
  const following = log.follow(titlesSeen);
  for (let round = 0; round < 10; round += 1) {
    await pause(1);
    log.append(named(`title ${round}`));
  }
  expect(await following).toEqual({ count: 20 });
  log.append(named("more"));
  expect([log.read(titlesSeen), await log.follow(titlesSeen)]).toEqual([{ count: 21 }, { count: 21 }]);
});

const titlesSeen: Fold<{ count: number }> = {
  name: "titles seen",
  version: 1,
  initial: () => ({ count: 0 }),
  on: {
    "session.named": (state) => {
      state.count += 1;
    },
  },
};

const ordered = ({ session, seq, at, run, step, type, data }: Event): unknown => ({
  session,
  seq,
  at,
  run,
  step,
  type,
  data,
});
