/** A session has one holder at a time. */
import { expect, it } from "vitest";
import type { Store } from "../../../contract/store.ts";
import { thisHolder } from "../../../stores/holder.ts";
import { codeOf, elsewhere, gone, held, line, say } from "./samples.ts";

export const leaseTests = (store: () => Store): void => {
  it("keeps a session for a live holder and names it", async () => {
    await held(store(), "one", elsewhere);
    expect(await store().acquire("one", thisHolder())).toEqual({ ok: false, holder: elsewhere });
  });

  it("gives it to its own holder again, and at once when the holder is dead", async () => {
    await store().create("one");
    expect(await store().acquire("one", gone)).toEqual({ ok: true, token: 1 });
    expect(await store().acquire("one", thisHolder())).toEqual({ ok: true, token: 2 });
    expect(await store().acquire("one", thisHolder())).toEqual({ ok: true, token: 3 });
  });

  it("gives it to anyone after its release, and shows who holds it", async () => {
    const token = await held(store(), "one");
    expect(await store().release("one", token)).toBe(true);
    expect((await store().list())[0]?.holder).toBeUndefined();
    expect(await store().acquire("one", elsewhere)).toEqual({ ok: true, token: token + 1 });
    expect((await store().list())[0]?.holder).toEqual(elsewhere);
  });

  it("keeps the lease while the inbox holds a command", async () => {
    const token = await held(store(), "one");
    await store().post("one", say("a"));
    expect(await store().release("one", token)).toBe(false);
    const outcomes = [{ command: "a", outcome: { ok: true, seq: 0 } as const }];
    await store().append({ session: "one", token, lines: [line("one", 0)], outcomes });
    expect(await store().release("one", token)).toBe(true);
  });

  it("releases after what was appended before it", async () => {
    const token = await held(store(), "one");
    const appended = store().append({ session: "one", token, lines: [line("one", 0)] });
    const released = store().release("one", token);
    const late = codeOf(store().append({ session: "one", token, lines: [line("one", 1)] }));
    expect(await Promise.all([appended, released, late])).toEqual([undefined, true, "stale_lease"]);
  });
};
