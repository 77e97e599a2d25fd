/** A process that works on a tree of sub-agents, three floors deep, is killed at random moments, and another goes on. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import type { Store } from "../../src/contract/store.ts";
import { stateOf, status } from "../../src/folds/status/status.ts";
import { genesis, verifyChain } from "../../src/log/chain.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { seeded } from "../soak/chance.ts";
import { newDirectory } from "../stores/directory.ts";
import { treeEffects } from "./tree-turns.ts";
import { eventsOf } from "./workshop.ts";

const kills = Number(process.env["KELSON_KILLS"] ?? 12);
/** As long as a life may be; a whole tree takes longer. */
const lifeMs = 300;
/** What one model call costs. */
const callUsd = 0.0002;
const enoughUsd = 1_000;

test.concurrent.each([
  // A call that a kill cut off counts with all that it might have cost.
  ["a budget that is enough", enoughUsd],
  ["a budget that is not", 14 * callUsd],
])("a tree with %s that is killed again and again is done in the end, each result told once", async (_, budgetUsd) => {
  const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122) + Math.round(budgetUsd);
  console.log(`seed ${seed}`);
  const chance = seeded(seed);
  let killed = 0;
  while (killed < kills) {
    const directory = newDirectory();
    const live = (forMs: number): Promise<boolean> => life([directory, String(budgetUsd)], forMs);
    while (!(await live(killed < kills ? chance() * lifeMs : Infinity))) killed += 1;
    const { sessions, effects } = await inspect(directory);
    expect(faultsOf(sessions, budgetUsd)).toEqual([]);
    expect(effects.twice).toEqual([]);
    const whole = { states: Array.from({ length: 7 }, () => "completed"), begun: treeEffects };
    const found = { states: sessions.map(({ state }) => state), begun: effects.begun };
    expect(budgetUsd === enoughUsd ? found : whole).toEqual(whole);
  }
});

interface Told {
  readonly id: string;
  readonly chain: boolean;
  readonly state: string;
  readonly events: readonly Event[];
}

const inspect = async (directory: string) => {
  const store = sqlite(directory);
  const ids = (await store.list()).filter(({ seq }) => seq >= 0).map(({ id }) => id);
  const sessions = await Promise.all(ids.map((id) => tell(store, id)));
  await store.close();
  const file = join(directory, "effects");
  const done = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const begun = sessions.flatMap(({ events }) => events.flatMap(startedEffect)).sort();
  return { sessions, effects: { begun, twice: done.filter((effect, index) => done.indexOf(effect) !== index) } };
};

const tell = async (store: Store, id: string): Promise<Told> => {
  const events = await eventsOf({ store, session: { id } });
  const { ok } = await verifyChain(id, genesis(id), store.read(id));
  return { id, chain: ok, state: stateOf(foldOf(status, events)), events };
};

const startedEffect = ({ type, data }: Event): string[] =>
  type === "call.started" && data.name === "act" ? [(data.input as { text: string }).text] : [];

/** What is wrong with a tree: a chain that is broken, a child that did not report once, a report that was not read once, a budget that was passed. */
const faultsOf = (sessions: readonly Told[], budgetUsd: number): string[] => {
  const faults: string[] = [];
  const check = (holds: boolean, fault: string): void => void (holds || faults.push(fault));
  for (const { id, chain, events } of sessions) {
    check(chain, `the chain of ${id} is broken`);
    for (const spawned of events.filter((event): event is Event<"agent.spawned"> => event.type === "agent.spawned")) {
      const { child, call, background, limits } = spawned.data;
      const reports = events.filter(({ type, data }) => type === "agent.reported" && data.child === child);
      const read = background
        ? events.filter(({ type, data }) => type === "user.said" && data.delivers === reports[0]?.seq)
        : events.filter(
            ({ type, step, data }) => type === "call.finished" && data.call === call && step === spawned.step,
          );
      check(reports.length === 1, `${child} reported ${reports.length} times`);
      // A run that ends at a limit leaves what came in the background for the next.
      check(read.length === 1 || (background && budgetUsd < enoughUsd), `${child} was read ${read.length} times`);
      check(spentBelow(sessions, child) <= limits.costUsd + callUsd * 1.001, `${child} spent more than it had`);
    }
  }
  const root = sessions.find(({ id }) => !id.includes("."));
  check(spentBelow(sessions, root?.id ?? "") <= budgetUsd + callUsd * 1.001, "the budget was passed");
  return faults;
};

/** What a session and all below it paid. */
const spentBelow = (sessions: readonly Told[], root: string): number =>
  sessions
    .filter(({ id }) => id === root || id.startsWith(`${root}.`))
    .flatMap(({ events }) => events)
    .reduce((sum, { type, data }) => (type === "model.replied" ? sum + (data.costUsd ?? 0) : sum), 0);

/** Whether the process came to its end before it was killed. */
const life = async (words: readonly string[], forMs: number): Promise<boolean> => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "kelson-compile-cache") };
  const child = fork(new URL("tree-process.ts", import.meta.url), words, { execArgv: [], env });
  const gone = once(child, "exit");
  await Promise.race([once(child, "message"), gone]);
  const kill = forMs === Infinity ? undefined : setTimeout(() => child.kill("SIGKILL"), forMs);
  const [code, signal] = (await gone) as [number | null, string | null];
  clearTimeout(kill);
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`the process failed with ${String(code)}`);
  return code === 0;
};
