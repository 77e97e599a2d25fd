/** A session with snapshots, cut after every event together with its workspace, ends as if nothing had happened, and can be rewound. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import type { Line, Store } from "../../src/contract/store.ts";
import { eventOf } from "../../src/log/line.ts";
import { memory } from "../../src/stores/memory.ts";
import { storeOf } from "../agent/journal.ts";
import type { Turn } from "../agent/playing.ts";
import { brief, eventsOf } from "../agent/workshop.ts";
import { type Studio, studio, worked } from "./studio.ts";

/** Keeps a copy of the workspace for each line, as it was when the line came to disk. */
const photographed = (root: () => string) => {
  const kept = memory();
  const photos = mkdtempSync(join(tmpdir(), "kelson-photos-"));
  onTestFinished(() => rmSync(photos, { recursive: true, force: true }));
  const lines: Line[] = [];
  const append: Store["append"] = async (batch) => {
    for (const line of batch.lines) {
      cpSync(root(), join(photos, String(lines.length)), { recursive: true, verbatimSymlinks: true });
      lines.push(line);
    }
    await kept.append(batch);
  };
  const putBack = (line: number): void => {
    for (const name of readdirSync(root())) rmSync(join(root(), name), { recursive: true, force: true });
    cpSync(join(photos, String(line)), root(), { recursive: true, verbatimSymlinks: true });
  };
  return { store: { ...kept, append }, lines, putBack };
};

const turnsOf = (at: Studio): Turn[] => {
  const writing = (path: string) => ({ name: "write_file", input: { path, content: `${path}\n` } });
  return [
    { calls: [writing("one.txt")] },
    {
      calls: [writing("two.txt"), ...(at.doing(["echo more >> a; mkdir -p deep/er; ln -s one.txt link"]).calls ?? [])],
    },
    at.doing(["true"]),
    at.doing(["rm one.txt; chmod 600 two.txt"]),
    { text: "Done." },
  ];
};

test("wherever it is cut", { timeout: 120_000 }, async () => {
  let root = "";
  const { store, lines, putBack } = photographed(() => root);
  await using at = studio(store);
  ({ root } = at);
  at.write("a", "kept\n");
  const first = at.shown();
  const turns = turnsOf(at);
  const session = await worked(at.open(turns), root);
  const last = at.shown();
  const whole = lines.map(eventOf);
  const saved = whole.filter(({ type }) => type === "files.saved");
  const calls = saved.map(({ data }) => ("call" in data ? data.call : undefined));
  expect(calls).toEqual([undefined, "call_1_0", "call_2_0", "call_2_1", "call_4_0"]);
  for (let cut = whole.findIndex(({ type }) => type === "run.started"); cut < whole.length; cut += 1) {
    putBack(cut);
    const cutOff = await storeOf([{ made: session }, ...lines.slice(0, cut + 1).map((line) => ({ line }))]);
    const runtime = at.open(turns, { store: cutOff });
    const resumed = await runtime.open(session);
    await resumed.rest();
    const events = await eventsOf({ store: cutOff, session: resumed });
    await resumed.close();
    const came = { events: told(events), shown: at.shown() };
    const wanted = { events: told(whole), shown: last };
    expect({ cut, ...(isOpen(whole.slice(0, cut + 1)) ? wanted : came) }).toEqual({ cut, ...wanted });
    await runtime.rewind(session, { to: 0, what: "files", edited: "replace" });
    expect({ cut, shown: at.shown(), ok: (await runtime.verify(session)).ok }).toEqual({ cut, shown: first, ok: true });
  }
});

/** Whether a call had begun and not ended: what came of it is lost, and what it did to files counts as somebody else's. */
const isOpen = (events: readonly Event[]): boolean =>
  events.filter(({ type }) => type === "call.started").length >
  events.filter(({ type }) => type === "call.finished").length;

const told = (events: readonly Event[]): string[] =>
  events
    .filter(isNoRepetition)
    .map((event) => `${brief(event)} ${"snapshot" in event.data ? event.data.snapshot : ""}`);

const isNoRepetition = ({ type, data }: Event): boolean =>
  type !== "model.failed" && !(type === "model.asked" && data.attempt > 1);
