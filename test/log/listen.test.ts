/** Listeners: what is on disk, then what is new, each event once and in order. */
import { expect, test } from "vitest";
import { KelsonError } from "../../src/contract/error.ts";
import type { Store } from "../../src/contract/store.ts";
import { listenToStore } from "../../src/log/listen.ts";
import { memory } from "../../src/stores/memory.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { newDirectory } from "../stores/directory.ts";
import { pause, turns } from "./gated.ts";
import { open } from "./guarded-log.ts";
import { spans } from "./spans.ts";
import { named, openedSession, titles } from "./story.ts";

test("listeners hear history, then what is new, without a gap or a repeat, whenever they begin", async () => {
  const log = await open(sqlite(newDirectory(), { synchronous: "off" }));
  log.append(openedSession);
  const heard: number[][] = [];
  for (let round = 0; round < 40; round += 1) {
    for (const event of titles(40)) log.append(event);
    const saved = round % 3 === 0 ? log.saved() : undefined;
    if (round % 2 === 0) await pause(round % 7);
    const mine: number[] = [];
    heard.push(mine);
    log.listen(round * 20, ({ seq }) => mine.push(seq));
    await saved;
  }
  await log.saved();
  await pause(50);
  expect(heard.map(spans)).toEqual(heard.map((_, round) => `${round * 20}-1600`));
});

test("listeners hear nothing twice that was on disk before the log knew", async () => {
  const kept = memory();
  const slow: Store = {
    ...kept,
    append: async (batch) => {
      await kept.append(batch);
      await pause(20);
    },
  };
  const log = await open(slow);
  log.append(openedSession);
  await log.saved();
  log.append(named("second"));
  const saved = log.saved();
  const heard: number[] = [];
  log.listen(0, ({ seq }) => heard.push(seq));
  await saved;
  expect(heard).toEqual([0, 1]);
});

test("listeners hear only what they asked for", async () => {
  const log = await open(memory());
  const heard: number[] = [];
  log.listen(3, ({ seq }) => heard.push(seq));
  for (const event of titles(5)) log.append(event);
  await log.saved();
  expect(heard).toEqual([3, 4]);
});

test("listeners hear nothing any more when they have stopped", async () => {
  const log = await open(memory());
  const heard: number[] = [];
  const stop = log.listen(0, ({ seq }) => {
    heard.push(seq);
    if (seq === 1) stop();
  });
  for (const event of titles(5)) log.append(event);
  await log.saved();
  expect(heard).toEqual([0, 1]);
});

test("listeners miss nothing because the store could not be read for a while", async () => {
  const { store, breaks, mends } = fragile();
  const log = await open(store);
  breaks();
  for (const event of titles(3)) log.append(event);
  await log.saved();
  const heard: number[] = [];
  log.listen(0, ({ seq }) => heard.push(seq));
  await turns(20);
  mends();
  log.append(named("more"));
  await log.saved();
  await turns(50);
  expect(spans(heard)).toEqual("0-3");
});

test("listeners in another process hear the same from the store", async () => {
  const { store, breaks, mends } = fragile();
  const log = await open(store);
  log.append(openedSession);
  await log.saved();
  const heard: number[] = [];
  const stop = listenToStore(store, "s", 0, ({ seq }) => heard.push(seq));
  for (let round = 0; round < 20; round += 1) {
    if (round % 4 === 1) breaks();
    else mends();
    for (const event of titles(round)) log.append(event);
    await log.saved();
    await turns(round);
  }
  await turns(50);
  expect(spans(heard)).toEqual("0-190");
  stop();
  log.append(named("unheard"));
  await log.saved();
  await turns(20);
  expect(spans(heard)).toEqual("0-190");
});

/** A store that can be made unreadable for a while. */
const fragile = () => {
  const kept = memory();
  let readable = true;
  const store: Store = {
    ...kept,
    read: async function* read(...asked) {
      if (!readable) throw new KelsonError("store_failed", "the disk cannot be read");
      yield* kept.read(...asked);
    },
  };
  return { store, breaks: (): boolean => (readable = false), mends: (): boolean => (readable = true) };
};
