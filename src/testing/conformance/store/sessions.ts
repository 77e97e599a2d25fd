/** A store keeps sessions apart, lists them and forgets them whole. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Store } from "../../../contract/store.ts";
import { thisHolder } from "../../../stores/holder.ts";
import { codeOf, gone, held, line, linesOf, readAll, say, tokenOf } from "./samples.ts";

export const sessionTests = (store: () => Store): void => {
  it("lists the latest change first, without what was removed", async () => {
    const token = await held(store(), "older");
    await delay(5);
    await store().create("newer");
    await store().create("removed");
    await store().remove("removed");
    expect((await store().list()).map((session) => [session.id, session.seq])).toEqual([
      ["newer", -1],
      ["older", -1],
    ]);

    await delay(5);
    await store().append({ session: "older", token, lines: linesOf("older", 0, 3) });
    const [first, second] = await store().list();
    expect(first).toEqual({
      id: "older",
      createdAt: expect.any(Number),
      changedAt: expect.any(Number),
      seq: 2,
      holder: thisHolder(),
    });
    expect(second?.holder).toBeUndefined();
    expect(first!.changedAt).toBeGreaterThan(first!.createdAt);
  });

  it("has none at first", async () => {
    expect(await store().list()).toEqual([]);
  });

  it("does not show a holder that is known to be dead", async () => {
    await held(store(), "one", gone);
    expect((await store().list())[0]?.holder).toBeUndefined();
  });

  it("creates a session once", async () => {
    await store().create("one");
    expect(await codeOf(store().create("one"))).toBe("bad_input");
  });

  it("begins a session at a later seq, and takes no other line first", async () => {
    await store().create("fork", 5);
    const token = tokenOf(await store().acquire("fork", thisHolder()));
    expect(await store().last("fork")).toBeUndefined();
    expect((await store().list())[0]?.seq).toBe(4);
    expect(await codeOf(store().append({ session: "fork", token, lines: [line("fork", 0)] }))).toBe("stale_lease");
    expect(await codeOf(store().append({ session: "fork", token, lines: [line("fork", 6)] }))).toBe("store_failed");
    await store().append({ session: "fork", token, lines: linesOf("fork", 5, 3) });
    expect((await readAll(store(), "fork")).map(({ seq }) => seq)).toEqual([5, 6, 7]);
    expect((await readAll(store(), "fork", { from: 6 })).map(({ seq }) => seq)).toEqual([6, 7]);
    expect((await store().last("fork"))?.seq).toBe(7);
  });

  it("forgets all of a removed session, also when its id is used again", async () => {
    const token = await held(store(), "one");
    await store().append({ session: "one", token, lines: [line("one", 0, { body: { salt: "s", text: "{}" } })] });
    await store().post("one", say("left"));
    await store().saveDraft("one", token, { seq: 0, text: "draft" });
    await store().saveSnapshot("one", { fold: "usage", version: 1, seq: 0, seal: "seal", state: "{}" });
    await store().remove("one");
    expect(await codeOf(store().append({ session: "one", token, lines: [line("one", 1)] }))).toBe("not_found");

    await store().create("one");
    expect(await readAll(store(), "one")).toEqual([]);
    expect(await store().inbox("one")).toEqual([]);
    expect(await store().draft("one")).toBeUndefined();
    expect(await store().snapshot("one", "usage", 1)).toBeUndefined();
  });

  it("says so when there is no such session", async () => {
    const unknown: Record<string, () => Promise<unknown>> = {
      append: () => store().append({ session: "none", token: 1, lines: [line("none", 0)] }),
      read: () => readAll(store(), "none"),
      last: () => store().last("none"),
      acquire: () => store().acquire("none", thisHolder()),
      release: () => store().release("none", 1),
      post: () => store().post("none", say("a")),
      inbox: () => store().inbox("none"),
      outcome: () => store().outcome("none", "a"),
      saveDraft: () => store().saveDraft("none", 1, { seq: 0, text: "" }),
      draft: () => store().draft("none"),
      saveSnapshot: () => store().saveSnapshot("none", { fold: "f", version: 1, seq: 0, seal: "s", state: "{}" }),
      snapshot: () => store().snapshot("none", "f", 1),
      remove: () => store().remove("none"),
    };
    for (const [method, call] of Object.entries(unknown))
      expect([method, await codeOf(call())]).toEqual([method, "not_found"]);
  });
};
