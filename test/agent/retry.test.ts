/** Retries: which failures are tried again, how often, how long is waited, and that a retry repeats nothing else. */
import { describe, expect, test } from "vitest";
import { type ModelFailure, modelFailures, ProviderError } from "../../src/contract/error.ts";
import type { Event } from "../../src/contract/event.ts";
import { call, playing } from "./playing.ts";
import { limited, settings } from "./run-settings.ts";
import { counting } from "./tools.ts";
import { eventsOf, say, standing, story, type Work, workshop } from "./workshop.ts";

const failing = async (failures: Error[], changed = settings()): Promise<Work> => {
  const work = await workshop({ provider: playing([{ text: "Done." }], failures), settings: changed });
  await say(work.session, "do it");
  return work;
};

const times = (count: number, category: ModelFailure): Error[] =>
  Array.from({ length: count }, () => new ProviderError(category, `it is ${category}`));

const failuresOf = (events: readonly Event[]): { again: boolean; waitMs: number }[] =>
  events.flatMap(({ type, data: { ...data } }) =>
    type === "model.failed" && "again" in data ? [{ again: data.again, waitMs: data.waitMs }] : [],
  );

const tries: Record<"times" | "rateLimitTimes" | "never", number> = { times: 3, rateLimitTimes: 5, never: 0 };

const tooLong = "the conversation is too long for the model, and compaction is off: ";

describe.each(Object.entries(modelFailures))("%s", (category, { retries }) => {
  const allowed = tries[retries];

  test(`is tried again ${allowed} times`, async () => {
    const work = await failing(times(allowed, category as ModelFailure));
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
    const asked = (await story(work)).filter((line) => line.startsWith("model.asked"));
    expect(asked).toEqual(Array.from({ length: allowed + 1 }, (_, index) => `model.asked #1 ${index + 1}`));
  });

  test(`and then ends the run`, async () => {
    const work = await failing(times(allowed + 1, category as ModelFailure));
    expect(await standing(work)).toEqual({ state: "error", open: 0, chain: true });
    const events = await eventsOf(work);
    expect(failuresOf(events).map(({ again }) => again)).toEqual([
      ...Array.from({ length: allowed }, () => true),
      false,
    ]);
    const why = `model ${category}`;
    const message = category === "context_overflow" ? `${tooLong}it is ${category}` : `it is ${category}`;
    expect(events.at(-1)?.data).toEqual({ state: "error", why, message });
  });
});

test("the waits grow up to their limit", async () => {
  const retry = { times: 4, rateLimitTimes: 0, baseMs: 4, maxMs: 20 };
  const work = await failing(times(5, "server"), settings({ retry }));
  // Half of the jitter's span, as chance is one half here.
  expect(failuresOf(await eventsOf(work)).map(({ waitMs }) => waitMs)).toEqual([3, 6, 12, 15, 0]);
});

test("the server's own word on the wait is honoured", async () => {
  const began = performance.now();
  const work = await failing([new ProviderError("rate_limit", "later", { status: 429, retryAfterMs: 80 })]);
  expect(performance.now() - began).toBeGreaterThan(75);
  expect((await eventsOf(work)).find(({ type }) => type === "model.failed")?.data).toMatchObject({
    category: "rate_limit",
    status: 429,
    again: true,
    waitMs: 80,
  });
});

test("a wait longer than the run's time ends it at once", async () => {
  const later = new ProviderError("rate_limit", "later", { retryAfterMs: 60_000 });
  const work = await failing([later], limited({ workMs: 1_000 }));
  expect(await standing(work)).toEqual({ state: "timed_out", open: 0, chain: true });
});

test("the last step may be tried again", async () => {
  const work = await failing(times(2, "server"), limited({ steps: 1 }));
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
});

test("each step has its own tries, and a retry repeats no call", async () => {
  const act = counting("act", ["write"]);
  const failures = [...times(3, "server")];
  const provider = playing([{ calls: [call("act", "a")] }, { text: "Done." }], failures);
  const work = await workshop({ provider, tools: [act], mode: "accept-edits" });
  work.session.events(0, ({ type }) => void (type === "call.finished" && failures.push(...times(3, "network"))));
  await say(work.session, "do it");
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  expect(act.runs).toEqual(["a"]);
});

test("a reply that broke off in the middle is asked for again, and its words are kept beside the failure", async () => {
  const broken = new ProviderError("network", "the connection was cut");
  const provider = playing([{ text: "I was about to", calls: [call("act", "a")], fail: broken }]);
  const work = await workshop({ provider, settings: settings({ retry: { ...settings().retry, times: 0 } }) });
  await say(work.session, "do it");
  expect((await eventsOf(work)).find(({ type }) => type === "model.failed")?.data).toMatchObject({
    category: "network",
    again: false,
    message: "the connection was cut",
    parts: [{ type: "text", text: "I was about to" }],
  });
  expect(await standing(work)).toEqual({ state: "error", open: 0, chain: true });
});

test("a bug in a provider is an answer that could not be read", async () => {
  const work = await failing(Array.from({ length: 4 }, () => new TypeError("x is not a function")));
  expect((await eventsOf(work)).at(-1)?.data).toEqual({
    state: "error",
    why: "model malformed",
    message: "x is not a function",
  });
  expect(await standing(work)).toEqual({ state: "error", open: 0, chain: true });
});
