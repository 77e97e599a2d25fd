/** Drafts and snapshots rest beside the lines, the latest counts. */
import { expect, it } from "vitest";
import type { Store } from "../../../contract/store.ts";
import { held } from "./samples.ts";

export const draftTests = (store: () => Store): void => {
  it("keeps the latest draft", async () => {
    const token = await held(store(), "one");
    expect(await store().draft("one")).toBeUndefined();
    await store().saveDraft("one", token, { seq: 4, text: "Hel" });
    await store().saveDraft("one", token, { seq: 4, text: "Hello" });
    expect(await store().draft("one")).toEqual({ seq: 4, text: "Hello" });
  });

  it("keeps one snapshot of each fold and version", async () => {
    await store().create("one");
    const snapshot = { fold: "usage", version: 1, seq: 4, seal: "seal", state: '{"cost":1}' };
    await store().saveSnapshot("one", { ...snapshot, seq: 2 });
    await store().saveSnapshot("one", snapshot);
    await store().saveSnapshot("one", { ...snapshot, version: 2, state: "x".repeat(200_000) });
    expect(await store().snapshot("one", "usage", 1)).toEqual(snapshot);
    expect((await store().snapshot("one", "usage", 2))?.state).toHaveLength(200_000);
    expect(await store().snapshot("one", "status", 1)).toBeUndefined();
  });
};
