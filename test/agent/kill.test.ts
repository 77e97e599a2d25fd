/** A process that works is killed at random moments, and another goes on: no effect twice, and the chain holds. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stateOf, status } from "../../src/folds/status/status.ts";
import type { Event } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import { genesis, verifyChain } from "../../src/log/chain.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { newDirectory } from "../stores/directory.ts";
import { killEffects } from "./kill-turns.ts";
import { eventsOf } from "./workshop.ts";

const kills = 12;
/** As long as a life may be; a whole run takes longer. */
const lifeMs = 250;

test.concurrent.each([1, 2])("sessions that are killed again and again are done in the end (%i)", async (lane) => {
  const chance = seeded(Number(process.env["KELSON_SEED"] ?? 20_261_121) + lane);
  let killed = 0;
  while (killed < kills) {
    const directory = newDirectory();
    while (!(await live(directory, killed < kills ? chance() * lifeMs : Infinity))) killed += 1;
    expect(await inspect(directory)).toEqual({ chain: true, state: "completed", effects: killEffects });
  }
});

/** Whether the process came to its end before it was killed. */
const live = async (directory: string, forMs: number): Promise<boolean> => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "kelson-compile-cache") };
  const child = fork(new URL("kill-process.ts", import.meta.url), [directory], { execArgv: [], env });
  const gone = once(child, "exit");
  await Promise.race([once(child, "message"), gone]);
  const kill = forMs === Infinity ? undefined : setTimeout(() => child.kill("SIGKILL"), forMs);
  const [code, signal] = (await gone) as [number | null, string | null];
  clearTimeout(kill);
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`the process failed with ${String(code)}`);
  return code === 0;
};

/** The chain, the state, and the effects: those that happened, and those that were cut off before they did. */
const inspect = async (directory: string): Promise<unknown> => {
  const store = sqlite(directory);
  const id = (await store.list()).find(({ seq }) => seq >= 0)?.id ?? "";
  const { ok: chain } = await verifyChain(id, genesis(id), store.read(id));
  const events = await eventsOf({ store, session: { id } });
  await store.close();
  const done = readFileSync(join(directory, "effects"), "utf8").trim().split("\n");
  const undone = lostEffects(events).filter((effect) => !done.includes(effect));
  return { chain, state: stateOf(foldOf(status, events)), effects: [...done, ...undone].sort() };
};

/** What the calls were to do whose outcome is not known. */
const lostEffects = (events: readonly Event[]): string[] => {
  const lost = new Set(events.flatMap(({ type, data }) => (type === "call.finished" && !data.ok ? [data.call] : [])));
  return events.flatMap(({ type, data }) =>
    type === "call.started" && lost.has(data.call) ? [(data.input as { text: string }).text] : [],
  );
};

/** Numbers from 0 to 1 that a seed decides: mulberry32. */
const seeded = (seed: number): (() => number) => {
  console.log(`seed ${seed}`);
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
