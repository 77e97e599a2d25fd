/** Works through the scenario as a program does whose store fails again and again: it runs, and resumes until all is done. */
import type { Event } from "../../src/contract/event.ts";
import { KelsonError } from "../../src/contract/error.ts";
import type { Store } from "../../src/contract/store.ts";
import { agent, type Run, toolSets } from "../../src/index.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { modelServer } from "../../src/testing/model-server/server.ts";
import { seeded } from "./chance.ts";
import { failingStore, type Trouble } from "./failing-store.ts";
import { faultsIn } from "./faults.ts";
import { ground } from "./ground.ts";
import { tasksIn, type Tree, treeIn } from "./outcome.ts";
import { reply, tasks } from "./scenario.ts";

/** A run of the whole scenario; `faults` are sentences. */
export interface Troubled extends Trouble {
  readonly seed: number;
  /** How often somebody had to begin anew where it was left. */
  readonly resumed: number;
  readonly faults: readonly string[];
}

export const wholeInProcess = async (): Promise<Tree> => (await workThrough((store) => store)).tree;

export const troubled = async (seed: number, expected: Tree): Promise<Troubled> => {
  const chance = seeded(seed);
  const trouble: Trouble = { before: 0, after: 0, slow: 0, full: 0 };
  const { tree, shown, resumed, broken } = await workThrough((store) => failingStore(store, chance, trouble));
  return { seed, ...trouble, resumed, faults: [...faultsIn(tree, shown, expected), ...broken] };
};

const workThrough = async (around: (store: Store) => Store) => {
  await using here = await ground();
  const server = await modelServer({ dialect: "anthropic", reply });
  const store = sqlite(here.stateDirectory);
  const shown: Event[] = [];
  let resumed = 0;
  const worker = agent({
    model: "anthropic/claude-test",
    apiKey: "none",
    baseUrl: server.url,
    store: around(store),
    cwd: here.cwd,
    tools: toolSets.full,
    mode: "accept-edits",
    ask: ["Bash(touch:*)"],
    onAsk: () => "yes",
    contextWindow: 16_000,
    onDiskFull: () => {},
    diskWaitMs: 5,
  });
  /** Whether it came to an end. */
  const ends = async (run: Run<Event>): Promise<boolean> => {
    try {
      // As it would be read: what is undefined is not there.
      for await (const event of run) shown.push(JSON.parse(JSON.stringify(event)) as Event);
      return true;
    } catch (error) {
      if (!(error instanceof KelsonError)) throw error;
      resumed += 1;
      if (resumed > mostResumed) throw error;
      return false;
    }
  };
  const main = async (): Promise<string | undefined> =>
    (await store.list()).find(({ id, seq }) => seq >= 0 && !id.includes("."))?.id;
  try {
    for (;;) {
      const session = await main();
      if (session !== undefined && !(await ends(worker.resume(session)))) continue;
      const task = tasks[(await tasksIn(here.stateDirectory)).length];
      if (task === undefined) break;
      await ends(worker.run(task, { session }));
    }
    const verified = await here.live(["audit", "verify", "--all"]);
    const broken = verified.code === 0 ? [] : [`audit verify ended with ${verified.code}`];
    return { tree: await treeIn(here.stateDirectory, here.cwd), shown, resumed, broken };
  } finally {
    await server.close();
    await store.close();
  }
};

const mostResumed = 500;
