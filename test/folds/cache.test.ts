/** What was read from a provider's cache, and the named cause of each request that read less than it could have. */
import { describe, expect, test } from "vitest";
import type { Event, EventData, NewEvent } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import type { RunSettings } from "../../src/contract/terms.ts";
import { cache, cachedShare, type CachedRequest } from "../../src/folds/cache.ts";
import type { Miss } from "../../src/folds/cache-miss.ts";
import { settings } from "../agent/run-settings.ts";
import { histories } from "../log/histories.ts";
import { holds } from "../log/holds.ts";
import { began, ended, failed, offered, placed, replied, said, switched } from "../log/story.ts";

const model = "anthropic/claude-sonnet-4-5";
const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const begun = (changed: Partial<RunSettings> = {}): NewEvent => began(settings({ model, prices, ...changed }));

const asked = (kept: number, added = 1): NewEvent => ({
  type: "model.asked",
  data: { purpose: "answer", model, attempt: 1, blocks: { kept, added: Array<string>(added).fill("block") } },
});
const answered = (input: number, cacheRead: number, more: Partial<EventData<"model.replied">> = {}): NewEvent =>
  replied("", [], { model, usage: { input, output: 10, cacheRead, cacheWrite: input - cacheRead }, ...more });
const compacted: NewEvent = {
  type: "context.compacted",
  data: { by: "test", from: 1, to: 3, summarised: false },
};
const erased: NewEvent = { type: "body.erased", data: { seqs: [1], by: "user" } };
const otherTools: NewEvent = { type: "tools.offered", data: { digest: "other", tools: [] } };

/** A session whose first request left 10,000 tokens in the cache. */
const first = [begun(), said(), offered, asked(0, 4), answered(10_000, 0)];
const last = (...events: readonly NewEvent[]): CachedRequest =>
  foldOf(cache, placed(...first, ...events)).requests.at(-1)!;

test("a request that begins with the one before it and finds it is no miss", () => {
  const { seq, miss, cut, savedUsd } = last(asked(4), answered(11_000, 10_000));
  expect({ seq, miss, cut }).toEqual({ seq: 5, miss: null, cut: null });
  // 10,000 tokens at 2.7 USD less a million, and 1,000 written at 0.75 more
  expect(savedUsd).toBeCloseTo(0.026_25, 6);
});

describe("the cause of a miss", () => {
  // 10,000 tokens were written again at 3.75 USD a million that could have been read at 0.3.
  const whole = { tokens: 10_000, costUsd: 0.0345 };
  const cases: readonly (readonly [string, readonly NewEvent[], Miss])[] = [
    ["tools", [otherTools, asked(0, 5), answered(11_000, 0)], { cause: "tools changed", ...whole }],
    ["erased", [erased, asked(2, 3), answered(11_000, 0)], { cause: "erased", ...whole }],
    ["compacted", [compacted, asked(2, 3), answered(11_000, 0)], { cause: "compacted", ...whole }],
    [
      "shorter than before",
      [compacted, asked(2, 1), answered(5_000, 3_000)],
      { cause: "compacted", tokens: 2_000, costUsd: 0.0069 },
    ],
    ["no event says why", [asked(2, 3), answered(11_000, 0)], { cause: "unexplained", ...whole }],
    [
      "of a try that failed",
      [compacted, asked(2, 3), failed(), asked(5, 0), answered(11_000, 0)],
      { cause: "compacted", ...whole },
    ],
    ["not cut by it", [compacted, asked(4), answered(11_000, 0)], { cause: "provider did not find it", ...whole }],
    [
      "another model",
      [switched("anthropic/claude-opus-4-1"), asked(4), answered(11_000, 0, { model: "anthropic/claude-opus-4-1" })],
      { cause: "model switched", tokens: 10_000, costUsd: null },
    ],
    [
      "another effort",
      [ended(), said(), begun({ sampling: { stream: true, effort: "high" } }), offered, asked(4), answered(11_000, 0)],
      { cause: "effort changed", ...whole },
    ],
    [
      "nobody said",
      [asked(4), replied("", [], { model })],
      { cause: "provider does not say", tokens: 0, costUsd: null },
    ],
  ];
  test.each(cases)("%s", (_, events, miss) => {
    const found = last(...events).miss;
    expect({ ...found, costUsd: found?.costUsd && Number(found.costUsd.toFixed(6)) }).toEqual(miss);
  });

  test("the first request has nothing to be found, and what is short is not kept", () => {
    const events = placed(begun(), said(), offered, asked(0, 4), answered(900, 0), asked(4), answered(1_000, 0));
    expect(foldOf(cache, events).requests.map(({ miss }) => miss)).toEqual([
      { cause: "first request", tokens: 0, costUsd: 0 },
      { cause: "too short to be cached", tokens: 0, costUsd: 0 },
    ]);
  });

  test("idle for longer than the cache lives: it says how long", () => {
    const minuteMs = 60_000;
    const after = (minutes: number): Miss | null => {
      const events = placed(...first, asked(4), answered(11_000, 0)).map((event): Event =>
        event.seq >= first.length ? { ...event, at: event.at + minutes * minuteMs } : event,
      );
      return foldOf(cache, events).requests.at(-1)?.miss ?? null;
    };
    expect(after(4)).toMatchObject({ cause: "provider did not find it" });
    expect(after(12)).toMatchObject({ cause: "probably expired", idleMs: 12 * minuteMs + 2 });
  });
});

describe("a provider that does not tell of its cache", () => {
  const other = (input: number, cacheRead: number): NewEvent[] => [
    asked(4, 0),
    replied("", [], { model: "local/llama", usage: { input, output: 1, cacheRead, cacheWrite: 0 } }),
  ];
  test("is not said to have missed, until it tells", () => {
    const events = placed(begun(), said(), offered, ...other(5_000, 0), ...other(6_000, 0), ...other(7_000, 6_000));
    const { requests } = foldOf(cache, [...events, ...placed(...other(8_000, 0))]);
    expect(requests.map(({ miss }) => miss?.cause)).toEqual([
      "first request",
      "provider does not say",
      undefined,
      "provider did not find it",
    ]);
    expect(cachedShare(requests)).toBe(6_000 / 15_000);
    expect(cachedShare(requests.slice(0, 2))).toBeNull();
  });
});

test("takes any history", async () => {
  await holds(histories(), async (history) => {
    const events = await history();
    const answered = events.filter(({ type }) => type === "model.replied");
    expect(foldOf(cache, events).requests).toHaveLength(answered.length);
  });
});

test("a reply that was cut off is no miss, and leaves what was left before it", () => {
  const events = placed(
    ...first,
    asked(4),
    replied("half", [], { model, partial: true }),
    asked(5),
    answered(12_000, 0),
  );
  expect(foldOf(cache, events).requests.map(({ miss }) => miss?.tokens)).toEqual([0, undefined, 10_000]);
});
