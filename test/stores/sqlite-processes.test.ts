/** Two processes share a SQLite store: one writes, the other speaks through the inbox, and takes over when the first is killed. */
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/contract/store.ts";
import { isDead, thisHolder } from "../../src/stores/holder.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { codeOf, held, line, linesOf, readAll, tokenOf } from "../../src/testing/conformance/store/samples.ts";
import { newDirectory } from "./directory.ts";
import { type OtherProcess, otherProcess } from "./other-process.ts";

const running: OtherProcess[] = [];
const opened: Store[] = [];

const here = (directory: string): Store => {
  const store = sqlite(directory);
  opened.push(store);
  return store;
};

const there = (directory: string): OtherProcess => {
  const other = otherProcess(directory);
  running.push(other);
  return other;
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((other) => other.kill()));
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

describe("two processes on one SQLite store", () => {
  it("make it at the same moment", async () => {
    const directory = newDirectory();
    const others = Array.from({ length: 4 }, () => there(directory));
    await Promise.all(others.map((other, index) => other.create(`session ${index}`)));
    expect(await here(directory).list()).toHaveLength(4);
  });

  it("append at the same time, each to its own session, and lose nothing", async () => {
    const directory = newDirectory();
    const store = here(directory);
    const other = there(directory);
    const token = await held(store, "here");
    await other.create("there");
    const otherToken = tokenOf(await other.hold("there"));
    const seqs = Array.from({ length: 300 }, (_, seq) => seq);
    await Promise.all([
      ...seqs.map((seq) => store.append({ session: "here", token, lines: [line("here", seq)] })),
      ...seqs.map((seq) => other.append({ session: "there", token: otherToken, lines: [line("there", seq)] })),
    ]);
    expect(await readAll(store, "here")).toEqual(linesOf("here", 0, 300));
    expect(await readAll(store, "there")).toEqual(linesOf("there", 0, 300));
  });

  it("wait for each other's lock without standing still", async () => {
    const directory = newDirectory();
    const store = here(directory);
    const token = await held(store, "one");
    const other = new DatabaseSync(join(directory, "sessions.db"));
    other.exec("BEGIN IMMEDIATE");
    const appended = store.append({ session: "one", token, lines: linesOf("one", 0, 2) });
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await delay(200);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
    expect(await readAll(store, "one")).toEqual([]);
    other.exec("COMMIT");
    other.close();
    await appended;
    expect(await readAll(store, "one")).toEqual(linesOf("one", 0, 2));
  });

  it("do not both hold a session", async () => {
    const directory = newDirectory();
    const store = here(directory);
    const other = there(directory);
    await held(store, "one");
    expect(await other.hold("one")).toEqual({ ok: false, holder: thisHolder() });
  });

  it("hear of each other's commands", async () => {
    const directory = newDirectory();
    const store = here(directory);
    const other = there(directory);
    await held(store, "one");
    const heard: unknown[] = [];
    const stop = store.watch((sessions) => void heard.push(sessions));
    await delay(20);
    await other.post("one", { type: "cancel", id: "a" });
    await expect.poll(() => heard).toEqual([undefined]);
    expect(await store.inbox("one")).toEqual([{ type: "cancel", id: "a" }]);
    stop();
  });

  it("take over at once from one that was killed, whose token is refused from then on", async () => {
    const directory = newDirectory();
    const store = here(directory);
    const other = there(directory);
    await store.create("one");
    const old = tokenOf(await other.hold("one"));
    const refused = await store.acquire("one", thisHolder());
    expect(refused).toMatchObject({ ok: false, holder: { pid: other.pid } });
    if (refused.ok) throw new Error("two hold the session");
    expect(isDead(refused.holder)).toBe(false);
    await other.append({ session: "one", token: old, lines: [line("one", 0)] });

    await other.kill();
    expect(isDead(refused.holder)).toBe(true);
    expect(await store.acquire("one", thisHolder())).toEqual({ ok: true, token: old + 1 });
    expect(await codeOf(store.append({ session: "one", token: old, lines: [line("one", 1)] }))).toBe("stale_lease");
    await store.append({ session: "one", token: old + 1, lines: [line("one", 1)] });
    expect(await readAll(store, "one")).toEqual(linesOf("one", 0, 2));
  });

  it("refuse the lines of a holder that lives, but lost the session", async () => {
    const directory = newDirectory();
    const store = here(directory);
    const other = there(directory);
    await store.create("one");
    const old = tokenOf(await other.hold("one"));
    tokenOf(await other.hold("one"));
    expect(await codeOf(other.append({ session: "one", token: old, lines: [line("one", 0)] }))).toBe("stale_lease");
  });
});

describe("a process killed while it commits", () => {
  it.each([1, 2, 3, 4])("loses nothing that was saved and leaves no half batch (%i)", async (round) => {
    const directory = newDirectory();
    const other = there(directory);
    await other.create("one");
    let saved = 0;
    const begun = new EventTarget();
    other.endless("one", (lines) => {
      saved = lines;
      begun.dispatchEvent(new Event("saved"));
    });
    await once(begun, "saved");
    await delay(round * 37);
    await other.kill();

    const store = here(directory);
    const lines = await readAll(store, "one");
    expect(lines.length).toBeGreaterThanOrEqual(saved);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
    expect(lines.every(({ body, seq }) => body?.text.startsWith(`${seq} `) === true)).toBe(true);
    expect(JSON.parse(lines.at(-1)!.text)).toEqual({ seq: lines.length - 1, last: true });
    const token = tokenOf(await store.acquire("one", thisHolder()));
    await store.append({ session: "one", token, lines: [line("one", lines.length)] });
  });
});
