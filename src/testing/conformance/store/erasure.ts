/** What was erased is gone, and nothing else is. */
import { expect, it } from "vitest";
import type { Line, Store } from "../../../contract/store.ts";
import { codeOf, held, line, readAll, say } from "./samples.ts";

const bodied = (seq: number, text = `{"said":${seq}}`): Line =>
  line("one", seq, { body: { salt: `salt ${seq}`, text } });
const bare = ({ session, seq, text, seal }: Line): Line => ({ session, seq, text, seal });

export const erasureTests = (store: () => Store): void => {
  it("erases the bodies of the lines, small and big, and keeps the lines", async () => {
    const token = await held(store(), "one");
    const lines = [bodied(0), bodied(1, JSON.stringify("x".repeat(200_000))), line("one", 2), bodied(3)];
    await store().append({ session: "one", token, lines });
    await store().erase("one", token, [1, 2, 3, 99]);
    expect(await readAll(store(), "one")).toEqual([lines[0], ...lines.slice(1).map(bare)]);
    expect(await store().last("one")).toEqual(bare(lines[3]!));
    // Once more, and what comes after: neither is in the way of the other.
    await store().erase("one", token, [1]);
    await store().append({ session: "one", token, lines: [bodied(4)] });
    expect(await readAll(store(), "one", { from: 4 })).toEqual([bodied(4)]);
  });

  it("forgets what was derived from the session, and leaves the others alone", async () => {
    const snapshot = { fold: "usage", version: 1, seq: 0, seal: "seal", state: '{"said":0}' };
    const token = await held(store(), "one");
    const other = await held(store(), "other");
    for (const [session, theirs] of [
      ["one", token],
      ["other", other],
    ] as const) {
      await store().append({ session, token: theirs, lines: [{ ...bodied(0), session }] });
      await store().saveDraft(session, theirs, { seq: 0, text: "draft" });
      await store().saveSnapshot(session, snapshot);
      await store().post(session, say("waits"));
    }
    await store().erase("one", token, [0]);
    expect(await store().draft("one")).toBeUndefined();
    expect(await store().snapshot("one", "usage", 1)).toBeUndefined();
    expect(await store().inbox("one")).toEqual([say("waits")]);
    expect(await store().draft("other")).toEqual({ seq: 0, text: "draft" });
    expect(await store().snapshot("other", "usage", 1)).toEqual(snapshot);
    expect(await readAll(store(), "other")).toEqual([{ ...bodied(0), session: "other" }]);
  });

  it("refuses who does not hold the session", async () => {
    const token = await held(store(), "one");
    await store().append({ session: "one", token, lines: [bodied(0)] });
    expect(await codeOf(store().erase("one", token + 1, [0]))).toBe("stale_lease");
    expect(await codeOf(store().erase("none", token, [0]))).toBe("not_found");
    expect(await readAll(store(), "one")).toEqual([bodied(0)]);
  });
};
