/** Budgets: a call's cost is reserved before it is asked, and a cap is never passed by more than one call. */
import { describe, expect, test } from "vitest";
import { type Asked, inputTokens, lostUsd, reservedUsd } from "../../src/agent/reservation.ts";
import { type ModelFailure, ProviderError } from "../../src/contract/error.ts";
import type { Provider } from "../../src/contract/provider.ts";
import type { RunSettings } from "../../src/contract/terms.ts";
import { spending } from "../../src/folds/status/spending.ts";
import { status } from "../../src/folds/status/status.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { memory } from "../../src/stores/memory.ts";
import { assembled } from "./assembled.ts";
import { call, playing, type Turn } from "./playing.ts";
import { limited, settings } from "./run-settings.ts";
import { counting } from "./tools.ts";
import { cancel, eventsOf, say, standing, streamed, tell, type Work, workshop } from "./workshop.ts";

const perMillion = (usd: number): number => usd / 1_000_000;
const rounded = (usd: number | undefined): number | undefined => usd && Number(usd.toFixed(9));

describe("estimates", () => {
  const asked = (changed: Partial<RunSettings> = {}, model = "test/turns"): Asked => ({
    settings: settings(changed),
    model,
    input: 1_000,
  });
  const stream = { stream: true };
  const other = { model: "test/other", prices: { input: 2, output: 20 }, outputLimit: 50 };

  test.each<readonly [string, Asked, number | undefined]>([
    ["with the output that was set", asked({ sampling: { ...stream, maxOutputTokens: 100 } }), perMillion(2_000)],
    ["with the model's output limit", asked({ outputLimit: 200 }), perMillion(3_000)],
    [
      "with what was set, not the limit",
      asked({ outputLimit: 9, sampling: { stream: true, maxOutputTokens: 100 } }),
      0.002,
    ],
    ["with an assumption when nobody knows", asked(), perMillion(1_000 + 81_920)],
    ["with a price that is unknown", asked({ prices: undefined }), undefined],
    [
      "with input that a cache takes in",
      asked({ outputLimit: 1, prices: { input: 1, output: 10, cacheWrite: 2 } }),
      perMillion(2_010),
    ],
    ["of a fallback", asked({ fallbacks: [other] }, "test/other"), perMillion(3_000)],
    ["of a model that the run does not name", asked({}, "test/unknown"), undefined],
  ])("what is reserved: %s", (_, given, usd) => {
    expect(rounded(reservedUsd(given))).toBe(usd);
  });

  test("input is what the characters make, or what the last reply is known to have had", () => {
    expect([inputTokens(4_001, 0), inputTokens(4_001, 2_000)]).toEqual([1_001, 2_000]);
  });

  const text = { type: "text", text: "x".repeat(400) } as const;
  const whole = perMillion(1_000 + 81_920);
  test.each<readonly [ModelFailure, number, boolean, number | undefined]>([
    ["rate_limit", 0, true, undefined],
    ["network", 0, true, undefined],
    ["network", 1, true, perMillion(2_000)],
    ["overloaded", 1, true, perMillion(2_000)],
    ["timeout", 0, true, perMillion(1_000)],
    ["interrupted", 1, true, perMillion(2_000)],
    ["interrupted", 0, false, whole],
    ["timeout", 0, false, whole],
    ["malformed", 0, false, undefined],
  ])("a call that failed: %s, after %i parts, stream %s", (why, parts, streams, usd) => {
    const given = asked({ sampling: { stream: streams } });
    expect(
      rounded(
        lostUsd(
          given,
          why,
          Array.from({ length: parts }, () => text),
        ),
      ),
    ).toBe(usd);
  });
});

const endless: readonly Turn[] = Array.from({ length: 20 }, (_, index) => ({ calls: [call("look", `${index}`)] }));
/** As `playing` counts, and the settings price it: 100 × 1 + 10 × 10 millionths. */
const oneCall = perMillion(200);

const begun = (provider: Provider, changed: RunSettings): Promise<Work> =>
  workshop({ provider, tools: [counting("look", ["read"])], settings: changed });

const countOf = async (work: Pick<Work, "store" | "session">, type: string): Promise<number> =>
  (await eventsOf(work)).filter((event) => event.type === type).length;

test.each([0.5, 1, 1.5, 3, 7.2])("a cap of %d calls is passed by less than one", async (calls) => {
  const work = await begun(playing(endless), limited({ costUsd: calls * oneCall }));
  await say(work.session, "go");
  expect(await standing(work)).toEqual({ state: "budget_exceeded", open: 0, chain: true });
  expect(await countOf(work, "model.asked")).toBe(Math.ceil(calls));
  const { costUsd, reservedUsd: open } = await work.session.read(status);
  expect([costUsd < (calls + 1) * oneCall, open]).toEqual([true, 0]);
});

test("a call is not refused because its estimate is more than what is left", async () => {
  const work = await begun(playing([{ text: "Done." }]), limited({ costUsd: perMillion(1) }));
  await say(work.session, "go");
  expect(await standing(work)).toMatchObject({ state: "completed" });
});

test("whoever looks while a reply is awaited counts it, and a cancel leaves what had come of it", async () => {
  const work = await begun(playing([{ text: "I think", hangs: true }]), settings());
  const thinking = streamed(work.session, "I think");
  await tell(work.session, "go");
  await thinking;
  const { runUsd, sessionUsd } = spending(await work.session.read(status));
  expect(runUsd).toBeGreaterThan(perMillion(80_000));
  expect(sessionUsd).toBe(runUsd);
  await cancel(work.session);
  await work.session.rest();
  const after = await work.session.read(status);
  expect(after.reservedUsd).toBe(0);
  expect(after.costUsd).toBeGreaterThan(0);
  expect(after.costUsd).toBeLessThan(perMillion(10_000));
});

test("a reply that was lost in a crash is counted as if it had been written to its end", async () => {
  const first = await begun(playing(endless), limited({ costUsd: perMillion(80_000) }));
  await say(first.session, "go");
  const lines = (await Array.fromAsync(first.store.read(first.session.id))).flat();
  const events = await eventsOf(first);
  const second = events.findIndex(({ type, data }) => type === "model.asked" && data.blocks.kept > 0);
  const store = memory();
  const session = first.session.id;
  await store.create(session);
  const lease = await store.acquire(session, thisHolder());
  if (!lease.ok) throw new Error("held");
  await store.append({ session, token: lease.token, lines: lines.slice(0, second + 1) });
  const bench = { provider: playing(endless), tools: [counting("look", ["read"])] };
  const opened = await assembled(bench, store).open(session);
  await opened.rest();
  const after = (await eventsOf({ store, session: opened })).slice(second);
  const [asked, lost] = after;
  if (asked?.type !== "model.asked" || lost?.type !== "model.failed") throw new Error("another story");
  expect(lost.data.estimatedUsd).toBe(asked.data.reservedUsd);
  expect(after.map(({ type }) => type)).toEqual(["model.asked", "model.failed", "run.ended"]);
  expect(after.at(-1)?.data).toMatchObject({ state: "budget_exceeded" });
});

test("a server that counts no tokens is held to what can be seen", async () => {
  const silent: Provider = {
    ...playing([]),
    async *stream() {
      yield [
        { type: "text", id: "t", text: "Done. ".repeat(100) },
        { type: "finish", stop: "end" },
      ];
    },
  };
  const work = await begun(silent, settings());
  await say(work.session, "go");
  const reply = (await eventsOf(work)).find(({ type }) => type === "model.replied")?.data;
  expect(reply).toMatchObject({ estimatedUsd: expect.closeTo(perMillion(1_600), 3) });
  expect(reply).not.toHaveProperty("costUsd");
  expect((await work.session.read(status)).costUsd).toBeGreaterThan(perMillion(1_500));
});

test("a stream that breaks off is counted as far as it had come, a refusal not at all", async () => {
  const broken = new ProviderError("network", "cut");
  const refused = new ProviderError("rate_limit", "slow down");
  const work = await begun(playing([{ text: "I think", fail: broken }], [refused]), settings());
  await say(work.session, "go");
  const failures = (await eventsOf(work)).flatMap(({ type, data }) =>
    type === "model.failed" ? [[data.category, (data.estimatedUsd ?? 0) > 0]] : [],
  );
  expect(failures).toEqual([["rate_limit", false], ...Array.from({ length: 3 }, () => ["network", true])]);
});
