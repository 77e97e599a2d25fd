/** A store takes the next line of whoever holds the session, and nothing else. */
import { expect, it } from "vitest";
import type { Store } from "../../../contract/store.ts";
import { thisHolder } from "../../../stores/holder.ts";
import { codeOf, held, line, linesOf, readAll, say, tokenOf } from "./samples.ts";

export const refusalTests = (store: () => Store): void => {
  it("refuses a taken seq and writes nothing of its batch", async () => {
    const token = await held(store(), "one");
    await store().append({ session: "one", token, lines: linesOf("one", 0, 2) });
    await store().post("one", say("a"));
    const outcomes = [{ command: "a", outcome: { ok: true, seq: 1 } as const }];
    expect(await codeOf(store().append({ session: "one", token, lines: linesOf("one", 1, 2), outcomes }))).toBe(
      "stale_lease",
    );
    expect(await readAll(store(), "one")).toEqual(linesOf("one", 0, 2));
    expect(await store().inbox("one")).toEqual([say("a")]);
  });

  it("refuses a gap before and within a batch", async () => {
    const token = await held(store(), "one");
    expect(await codeOf(store().append({ session: "one", token, lines: [line("one", 1)] }))).toBe("store_failed");
    const holed = [line("one", 0), line("one", 2)];
    expect(await codeOf(store().append({ session: "one", token, lines: holed }))).toBe("store_failed");
    expect(await readAll(store(), "one")).toEqual([]);
  });

  it("lets one session's refusal fail only its own", async () => {
    const tokens = new Map<string, number>();
    for (const session of ["a", "b", "c"]) tokens.set(session, await held(store(), session));
    const append = (session: string, token: number) =>
      codeOf(store().append({ session, token, lines: [line(session, 0)] }));
    expect(await Promise.all([append("a", tokens.get("a")!), append("b", 99), append("c", tokens.get("c")!)])).toEqual([
      "no error",
      "stale_lease",
      "no error",
    ]);
    expect(await readAll(store(), "b")).toEqual([]);
    expect(await readAll(store(), "c")).toEqual([line("c", 0)]);
  });

  it("refuses whoever never took the session", async () => {
    await store().create("one");
    expect(await codeOf(store().append({ session: "one", token: 0, lines: [line("one", 0)] }))).toBe("stale_lease");
  });

  it("refuses the token of an earlier holder for good: appends, drafts and releases", async () => {
    const old = await held(store(), "one");
    const token = tokenOf(await store().acquire("one", thisHolder()));
    expect(token).toBe(old + 1);
    const attempts = () =>
      Promise.all([
        codeOf(store().append({ session: "one", token: old, lines: [line("one", 0)] })),
        codeOf(store().append({ session: "one", token: old, lines: [] })),
        codeOf(store().saveDraft("one", old, { seq: 0, text: "" })),
        codeOf(store().release("one", old)),
      ]);
    expect(await attempts()).toEqual(Array.from({ length: 4 }, () => "stale_lease"));
    expect(await store().release("one", token)).toBe(true);
    expect(await attempts()).toEqual(Array.from({ length: 4 }, () => "stale_lease"));
    expect(await codeOf(store().append({ session: "one", token, lines: [line("one", 0)] }))).toBe("stale_lease");
    expect(await readAll(store(), "one")).toEqual([]);
  });
};
