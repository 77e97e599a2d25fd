/** A command waits until it has an outcome, and counts once. */
import { expect, it } from "vitest";
import type { Store } from "../../../contract/store.ts";
import { held, line, say } from "./samples.ts";

export const inboxTests = (store: () => Store): void => {
  it("keeps commands in order until they have an outcome", async () => {
    const token = await held(store(), "one");
    await Promise.all(["b", "a", "c"].map((id) => store().post("one", say(id))));
    expect(await store().inbox("one")).toEqual([say("b"), say("a"), say("c")]);

    const refused = { ok: false, code: "refused", message: "there is nothing to cancel" } as const;
    const outcomes = [
      { command: "b", outcome: { ok: true, seq: 0 } as const },
      { command: "c", outcome: refused },
    ];
    await store().append({ session: "one", token, lines: [line("one", 0)], outcomes });
    expect(await store().inbox("one")).toEqual([say("a")]);
    expect(await store().outcome("one", "a")).toBeUndefined();
    expect(await store().outcome("one", "b")).toEqual({ ok: true, seq: 0 });
    expect(await store().outcome("one", "c")).toEqual(refused);
  });

  it("counts a retried command once, before and after its outcome", async () => {
    const token = await held(store(), "one");
    await store().post("one", say("a"));
    await store().post("one", { type: "cancel", id: "a" });
    expect(await store().inbox("one")).toEqual([say("a")]);
    await store().append({
      session: "one",
      token,
      lines: [],
      outcomes: [{ command: "a", outcome: { ok: true, seq: 7 } }],
    });
    await store().post("one", say("a"));
    expect(await store().inbox("one")).toEqual([]);
    expect(await store().outcome("one", "a")).toEqual({ ok: true, seq: 7 });
  });

  it("keeps the first outcome, also of a command that never was in the inbox", async () => {
    const token = await held(store(), "one");
    const first = { ok: true, seq: 3 } as const;
    await store().append({ session: "one", token, lines: [], outcomes: [{ command: "a", outcome: first }] });
    await store().append({
      session: "one",
      token,
      lines: [],
      outcomes: [{ command: "a", outcome: { ok: true, seq: 4 } }],
    });
    await store().post("one", say("a"));
    expect(await store().inbox("one")).toEqual([]);
    expect(await store().outcome("one", "a")).toEqual(first);
  });

  it("keeps the sessions' commands apart", async () => {
    await store().create("one");
    await store().create("two");
    await store().post("one", say("a"));
    await store().post("two", { type: "cancel", id: "a" });
    expect(await store().inbox("two")).toEqual([{ type: "cancel", id: "a" }]);
  });
};
