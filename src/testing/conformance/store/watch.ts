/** Whoever watches hears of changes, and of nothing else. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Store } from "../../../contract/store.ts";
import { thisHolder } from "../../../stores/holder.ts";
import { codeOf, elsewhere, held, line, say } from "./samples.ts";

export const watchTests = (store: () => Store): void => {
  it("tells once of all that changed together, and nothing after it was stopped", async () => {
    const token = await held(store(), "one");
    const other = await held(store(), "two");
    await delay(20);
    const heard: unknown[] = [];
    const stop = store().watch((sessions) => void heard.push(sessions));
    await Promise.all([
      store().append({ session: "one", token, lines: [line("one", 0)] }),
      store().append({ session: "two", token: other, lines: [line("two", 0)] }),
      store().post("one", say("a")),
    ]);
    await delay(20);
    expect(heard).toEqual([new Set(["one", "two"])]);
    stop();
    await store().post("one", say("b"));
    await delay(20);
    expect(heard).toHaveLength(1);
  });

  it("tells of nothing when nothing was written", async () => {
    await held(store(), "one", elsewhere);
    await store().post("one", say("a"));
    await delay(20);
    const heard: unknown[] = [];
    const stop = store().watch((sessions) => void heard.push(sessions));
    expect((await store().acquire("one", thisHolder())).ok).toBe(false);
    await store().post("one", say("a"));
    await codeOf(store().append({ session: "one", token: 99, lines: [line("one", 0)] }));
    await store().inbox("one");
    await delay(120);
    stop();
    expect(heard).toEqual([]);
  });
};
