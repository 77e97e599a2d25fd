/** What is kept beside the logs can be deleted at any time, and comes back as it was: listings, searches and folds are the same. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Fold, foldOf } from "../../src/contract/fold.ts";
import type { Store } from "../../src/contract/store.ts";
import { sessionFolds } from "../../src/agent/session-folds.ts";
import { cache } from "../../src/folds/cache.ts";
import { transcript } from "../../src/folds/transcript.ts";
import { usage } from "../../src/folds/usage.ts";
import { restoreOne } from "../../src/log/restore.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { seeded } from "../soak/chance.ts";
import { newDirectory } from "../stores/directory.ts";
import { assembled } from "./assembled.ts";
import { call, playing } from "./playing.ts";
import { counting } from "./tools.ts";
import { eventsOf, say } from "./workshop.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const rounds = Number(process.env["KELSON_ROUNDS"] ?? 12);
const stepsOfRun = 12;
const words = ["harbour", "lantern", "granite", "meadow"];

const folds = [...sessionFolds, transcript, usage, cache] as unknown as readonly Fold<unknown>[];

const turns = Array.from({ length: stepsOfRun * rounds }, (_, index) =>
  index % stepsOfRun === stepsOfRun - 1
    ? { text: `The ${words[index % words.length]} is done.` }
    : { text: `Step ${index}: the ${words[(index * 7) % words.length]}.`, calls: [call("look", `at ${index}`)] },
);

test(`whatever is deleted beside the logs (seed ${seed})`, { timeout: 600_000 }, async () => {
  const chance = seeded(seed);
  const directory = newDirectory();
  const cwd = newDirectory();
  const open = () => {
    const store = sqlite(directory, { synchronous: "off" });
    return { store, runtime: assembled({ provider: playing(turns), tools: [counting("look", ["read"])] }, store) };
  };
  const ids: string[] = [];
  const deleted = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const { store, runtime } = open();
    const id = ids[Math.floor(chance() * 4)];
    const session = id === undefined ? await runtime.create({ cwd }) : await runtime.open(id);
    if (id === undefined) ids.push(session.id);
    const said = say(session, `Look for the ${words[round % words.length]}.`);
    // In the midst of it, and at its end.
    for (const kind of [pick(chance), pick(chance)]) {
      await pause(chance() * 20);
      if (deletions[kind](directory)) deleted.add(kind);
    }
    await said;
    await session.close();
    const before = await views(store, runtime, ids);
    for (const kind of Object.keys(deletions) as Deletion[]) {
      if (deletions[kind](directory)) deleted.add(kind);
      expect({ round, kind, views: await views(store, runtime, ids) }).toEqual({ round, kind, views: before });
    }
    expect(before.folds).toEqual(await fromEvents(store, ids));
    await runtime.close();
  }
  // Else nothing was there that could have been missed.
  expect([...deleted].sort()).toEqual(Object.keys(deletions).sort());
});

type Deletion = keyof typeof deletions;

/** Each says whether there was something. */
const deletions = {
  "damaged snapshots": (directory: string) => changed(directory, "UPDATE snapshots SET state = substr(state, 2)"),
  "some snapshots": (directory: string) => changed(directory, "DELETE FROM snapshots WHERE rowid % 2 = 0"),
  "all snapshots": (directory: string) => changed(directory, "DELETE FROM snapshots"),
  "the index of searches": (directory: string) => {
    rmSync(join(directory, "search.db"), { force: true });
    return true;
  },
  "a damaged index": (directory: string) => {
    writeFileSync(
      join(directory, "search.db"),
      "This is no database, and long enough to be taken for one. ".repeat(100),
    );
    return true;
  },
};

const pick = (chance: () => number): Deletion => {
  const kinds = Object.keys(deletions) as Deletion[];
  return kinds[Math.floor(chance() * kinds.length)]!;
};

const changed = (directory: string, sql: string): boolean => {
  const database = new DatabaseSync(join(directory, "sessions.db"), { timeout: 5_000 });
  try {
    return Number(database.prepare(sql).run().changes) > 0;
  } finally {
    database.close();
  }
};

const views = async (store: Store, runtime: ReturnType<typeof assembled>, ids: readonly string[]) => ({
  list: await runtime.list(),
  hits: await Promise.all(words.map((word) => runtime.search(word))),
  folds: await Promise.all(ids.map((id) => Promise.all(folds.map((fold) => restoreOne(store, id, fold))))),
});

const fromEvents = (store: Store, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const events = await eventsOf({ store, session: { id } });
      return folds.map((fold) => foldOf(fold, events));
    }),
  );

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
