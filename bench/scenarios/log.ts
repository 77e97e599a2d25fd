/** What the log of a real run costs, per 1,000 events: written, its folds kept, opened, replayed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionFolds } from "../../src/agent/session-folds.ts";
import type { Line, Store } from "../../src/contract/store.ts";
import { guardTransition } from "../../src/folds/status/legal.ts";
import { status } from "../../src/folds/status/status.ts";
import { eventOf } from "../../src/log/line.ts";
import { type Log, openLog } from "../../src/log/log.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { bareRows } from "../bare-rows.ts";
import { type Bench, kelsonRun, openBench } from "../kelson.ts";
import { type Figure, inTurn, timed } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

/** Five events each. */
const stepCounts = [200, 2_000];
const turns = 5;

export const log = async (model: ModelProcess): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const steps of stepCounts) {
    const bench = openBench(model.url("noop", steps));
    const { id } = await kelsonRun(bench);
    figures.push(...(await ofSession(bench, id)));
    await bench.close();
  }
  return figures;
};

const ofSession = async ({ runtime, store }: Bench, id: string): Promise<Figure[]> => {
  const lines = (await Array.fromAsync(store.read(id))).flat();
  const directory = mkdtempSync(join(tmpdir(), "kelson-bench-rows-"));
  const bare = bareRows(join(directory, "rows.sqlite"), lines);
  const count = `1,000 of ${lines.length} events`;
  const measured = async (name: string, note: string, kelson: () => Promise<number>, base: () => Promise<number>) => {
    const taken = await inTurn(turns, kelson, base);
    const [thousand, unit] = [lines.length / 1_000, "ms"];
    return { name: `${name} ${count}`, kelson: taken.kelson / thousand, bare: taken.bare / thousand, unit, note };
  };
  const append = (commits: "each" | "together") => () => appending(store, lines, commits);
  try {
    const kept = await opened(store, id);
    const states = sessionFolds.map((fold) => kept.read(fold));
    return [
      ...(lines.length < 5_000
        ? [
            await measured("append, a commit each,", "bare: SQLite, the same rows", append("each"), () =>
              bare.insert(lines, "each"),
            ),
          ]
        : []),
      await measured("append together", "bare: the same rows in one commit", append("together"), () =>
        bare.insert(lines, "together"),
      ),
      await measured(
        "keep the folds of",
        "bare: the same states as JSON, in SQLite",
        () => timed(() => keeping(kept, store)),
        () => bare.keep(() => states.map((state) => JSON.stringify(state))),
      ),
      await measured(
        "open, folds kept,",
        "bare: rows read, JSON parsed",
        () => timed(() => opened(store, id)),
        () => bare.read("parsed"),
      ),
      await measured(
        "open anew",
        "bare: rows read, JSON parsed",
        () => timed(() => opened(forgetful(store), id)),
        () => bare.read("parsed"),
      ),
      await measured(
        "replay",
        "bare: rows read, JSON parsed and hashed",
        () => timed(() => runtime.replay(id)),
        () => bare.read("hashed"),
      ),
    ];
  } finally {
    bare.close();
    rmSync(directory, { recursive: true, force: true });
  }
};

/** With the next commit, as they are kept beside the lines of a run; alone they would wait for one. */
const keeping = (log: Log, store: Store): Promise<unknown> =>
  Promise.all([log.snapshot(), store.create(`other-${(copies += 1)}`)]);

let copies = 0;

/** Reading needs no lease; a log that is written does. */
const opened = (store: Store, session: string, token = 0): Promise<Log> =>
  openLog({
    store,
    session,
    token,
    now: Date.now,
    folds: sessionFolds,
    guard: (read, event) => guardTransition(read(status), event),
  });

/** One that kept no states. */
const forgetful = (store: Store): Store => ({ ...store, snapshot: () => Promise.resolve(undefined) });

/** The same events once more, in a session of their own. */
const appending = async (store: Store, lines: readonly Line[], commits: "each" | "together"): Promise<number> => {
  const session = `copy-${(copies += 1)}`;
  await store.create(session);
  const lease = await store.acquire(session, thisHolder());
  if (!lease.ok) throw new Error("the bench's own session is held");
  const log = await opened(store, session, lease.token);
  const events = lines.map(eventOf);
  const taken = await timed(async () => {
    for (const { type, data, run, step } of events) {
      log.append({ type, data, run, step } as Parameters<Log["append"]>[0]);
      if (commits === "each") await log.saved();
    }
    await log.saved();
  });
  await store.release(session, lease.token);
  await store.remove(session);
  return taken;
};
