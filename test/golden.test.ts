/** Logs that every version wrote, from its release on: they mean today what they meant then. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { foldedLines, type FoldedState, goldenFolds } from "../scripts/golden/folded.ts";
import { assemble } from "../src/assembly/assemble.ts";
import { type Event, type EventType, eventTypes } from "../src/contract/event.ts";
import type { Runtime } from "../src/contract/runtime.ts";
import type { Line } from "../src/contract/store.ts";
import { eventOf } from "../src/log/line.ts";

const golden = join(import.meta.dirname, "golden");
const maxBytes = 1_000_000;

/** Kinds that no golden log holds, each with the reason. */
const absent: Readonly<Partial<Record<EventType, string>>> = {};

const releases = readdirSync(golden).toSorted();
const files = releases.flatMap((release) =>
  readdirSync(join(golden, release))
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => [`${release}/${name}`, join(golden, release, name), join(golden, release, "folds", name)] as const),
);

const linesIn = (path: string): readonly string[] => readFileSync(path, "utf8").trimEnd().split("\n");

const eventsIn = (path: string): readonly Event[] => linesIn(path).map((line) => eventOf(JSON.parse(line) as Line));

/** A runtime of today that keeps nothing. */
const runtimeOfToday = async (): Promise<Runtime> => {
  const home = await mkdtemp(join(tmpdir(), "kelson-golden-"));
  const env = { HOME: home, PATH: process.env["PATH"] };
  const runtime = await assemble.withoutModel({ configuration: {}, cwd: home, env, saved: false, interactive: false });
  onTestFinished(async () => {
    await runtime.close();
    await rm(home, { recursive: true, force: true });
  });
  return runtime;
};

async function* inTurn(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}

const statesIn = (lines: readonly string[]): readonly FoldedState[] =>
  lines.map((line) => JSON.parse(line) as FoldedState);

describe.each(files)("%s", (_, path, folds) => {
  test("is taken in with its chain verified, and given out again byte for byte", async () => {
    const runtime = await runtimeOfToday();
    const session = await runtime.import(inTurn(linesIn(path)));
    expect(await runtime.verify(session)).toMatchObject({ ok: true, lines: linesIn(path).length });
    expect(await Array.fromAsync(runtime.export(session))).toEqual(linesIn(path));
  });

  test("has the states that it had, but for folds whose states have another shape since", () => {
    const then = statesIn(linesIn(folds));
    const now = statesIn(foldedLines(eventsIn(path)));
    const isComparable = ({ fold, version }: FoldedState): boolean =>
      now.some((state) => state.fold === fold && state.version === version);
    for (const state of then.filter(isComparable)) expect(now).toContainEqual(state);
  });

  test("is read by a runtime as its folds are, and every request is rebuilt", async () => {
    const runtime = await runtimeOfToday();
    const view = runtime.view(await runtime.import(inTurn(linesIn(path))));
    const events = eventsIn(path);
    expect(await Array.fromAsync(view.events())).toEqual(events);
    const read = await Promise.all(goldenFolds.map((fold) => view.read(fold)));
    expect(JSON.parse(JSON.stringify(read))).toEqual(statesIn(foldedLines(events)).map(({ state }) => state));
    const { requests } = await runtime.replay(view.id);
    const broken = requests.flatMap(({ broken: why }) => (why === undefined ? [] : [why]));
    const erased = events.some(({ type }) => type === "body.erased");
    expect(broken.filter((why) => !erased || !why.endsWith("was erased"))).toEqual([]);
  });
});

test("every kind of event stands in one of them; what is new is recorded by node scripts/golden.ts", () => {
  const held = new Set(files.flatMap(([, path]) => eventsIn(path).map(({ type }) => type)));
  const missing = eventTypes.filter((type) => !held.has(type));
  expect(missing).toEqual(Object.keys(absent));
});

test("those of a release are small", () => {
  for (const release of releases) {
    const paths = files.flatMap(([name, ...paths]) => (name.startsWith(`${release}/`) ? paths : []));
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    expect({ release, small: bytes < maxBytes }).toEqual({ release, small: true });
  }
});
