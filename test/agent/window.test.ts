/** The window: what is cut from it when, what a refusal, a person or a cancel does, and what asking on the side costs. */
import { describe, expect, test } from "vitest";
import { ProviderError } from "../../src/contract/error.ts";
import { metrics } from "../../src/folds/metrics.ts";
import { status } from "../../src/folds/status/status.ts";
import { transcript } from "../../src/folds/transcript.ts";
import { usage } from "../../src/folds/usage.ts";
import { answering, dataOf, end, read, setup, type Steps, stop, times } from "./filling.ts";
import { settings } from "./run-settings.ts";
import { expectSound, summarisers, tokensOf, watched } from "./summariser.ts";
import { cancel, eventsOf, heard, say, standing, tell, workshop } from "./workshop.ts";

describe("trimming", () => {
  test("old outputs go in one batch, with a word on how to read them again; rules and what is new stay", async () => {
    const steps: Steps = [["skill", 9_000], ["act", 9_000], ...times(46, ["read", 9_000] as const)];
    const { work, sent } = await setup({ steps });
    await say(work.session, "read all of it");
    const [first] = await dataOf(work, "context.trimmed");
    expect(first).toMatchObject({ rule: "old", outputs: times(first!.outputs.length, expect.any(Number)) });
    expect(first!.tokens).toBeGreaterThanOrEqual(20_000);
    const last = JSON.stringify(sent.at(-1)!.messages);
    expect(last).toContain("rule rule rule");
    expect(last).toContain(
      "[Output cut to save room: it had 9000 characters. Call read again with the same input to read it.]",
    );
    expect(last).toContain("Calling act again would do it again: look at what it left behind instead.]");
    for (const request of sent) expectSound(request.messages);
    const kept = JSON.stringify(sent.at(-1)!.messages).split("x".repeat(9_000)).length - 1;
    expect(kept * 9_000).toBeGreaterThanOrEqual(4 * 36_000);
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  });

  test("can be switched off", async () => {
    const { work } = await setup({ steps: times(30, ["read", 9_000] as const), changed: { trim: false } });
    await say(work.session, "read all of it");
    expect(await dataOf(work, "context.trimmed")).toEqual([]);
  });
});

describe("a request that is refused as too long", () => {
  const steps = times(12, ["read", 4_000] as const);

  test("is made shorter and asked again in the same step, where the window is unknown, too", async () => {
    const { work, sent } = await setup({ steps, takes: 6_000, changed: { trim: false } });
    await say(work.session, "read all of it");
    expect(await end(work)).toMatchObject({ state: "completed" });
    expect((await work.session.read(status)).steps).toBe(13);
    const cuts = (await dataOf(work, "context.compacted")).map(({ why }) => why);
    expect(cuts).toContain("refused");
    // What was refused once is known from then on.
    expect(cuts.filter((why) => why === "refused").length).toBeLessThanOrEqual(2);
    for (const request of sent) expectSound(request.messages);
  });

  test("ends the run with a clear sentence when nothing helps", async () => {
    const { work, sent } = await setup({ steps, takes: 10 });
    await say(work.session, "read all of it");
    expect(await end(work)).toEqual({
      state: "error",
      why: "model context_overflow",
      message: "the conversation is too long for the model, also after messages made way: prompt is too long",
    });
    expect(sent.length).toBeLessThanOrEqual(3);
  });

  test("ends it, too, when compaction is off, but is trimmed before", async () => {
    const changed = { compaction: "off", window: 40_000 } as const;
    const { work } = await setup({ steps, takes: 1_500, changed });
    await say(work.session, "read all of it");
    expect(await dataOf(work, "context.compacted")).toEqual([]);
    expect((await end(work))?.message).toBe(
      "the conversation is too long for the model, and compaction is off: prompt is too long",
    );
  });

  test("a task that is itself too long is neither cut nor asked about for ever", async () => {
    const { work, sent } = await setup({ steps, takes: 6_000, changed: { window: 8_000 } });
    await say(work.session, "long ".repeat(10_000));
    expect(await end(work)).toMatchObject({ state: "error", why: "model context_overflow" });
    expect(sent).toHaveLength(1);
  });
});

describe("by hand", () => {
  const asks = { type: "compact", id: "compact", focus: "the blue door" } as const;

  test("between runs it is done at once, with the focus, in what the cache holds", async () => {
    const { work, asides } = await setup({ steps: times(4, ["read", 3_000] as const) });
    await say(work.session, "the task");
    expect(await work.session.send(asks)).toMatchObject({ ok: true });
    await work.session.rest();
    expect(await dataOf(work, "context.compacted")).toMatchObject([{ why: "asked", by: "test/turns" }]);
    expect(JSON.stringify(asides[0]!.messages.at(-1))).toContain("Keep in any case: the blue door");
    const asked = (await dataOf(work, "model.asked")).find(({ purpose }) => purpose === "compact");
    expect(asked!.blocks.kept).toBeGreaterThan(5);
    await say(work.session, "go on");
    expect(await end(work)).toMatchObject({ state: "completed" });
  });

  test("while a run is under way it is done at the next step's boundary", async () => {
    const { work } = await setup({ steps: times(6, ["read", 3_000] as const) });
    const first = heard(work.session, "call.finished", 2);
    await tell(work.session, "the task");
    await first;
    await work.session.send(asks);
    await work.session.rest();
    const types = (await eventsOf(work)).map(({ type }) => type);
    expect(types.indexOf("context.compacted")).toBeLessThan(types.indexOf("run.ended"));
    expect(await end(work)).toMatchObject({ state: "completed" });
  });

  test("before anything was done it is refused, and with nothing to gain it is said", async () => {
    const { work } = await setup({ steps: [] });
    expect(await work.session.send(asks)).toEqual({
      ok: false,
      code: "refused",
      message: "nothing has been done yet, so there is nothing to compact",
    });
    await say(work.session, "hello");
    await work.session.send({ ...asks, id: "again" });
    await work.session.rest();
    expect(await dataOf(work, "guard.tripped")).toMatchObject([{ guard: "compaction" }]);
    expect(await dataOf(work, "context.compacted")).toEqual([]);
  });

  test("it can be cancelled, and what is said next begins a run as always", async () => {
    const { work } = await setup({
      steps: times(4, ["read", 3_000] as const),
      summariser: () => {
        throw new ProviderError("rate_limit", "later", { retryAfterMs: 60_000 });
      },
    });
    await say(work.session, "the task");
    const failed = heard(work.session, "model.failed");
    await work.session.send(asks);
    await failed;
    await cancel(work.session);
    await work.session.rest();
    expect(await dataOf(work, "context.compacted")).toEqual([]);
    await say(work.session, "go on");
    expect(await end(work)).toMatchObject({ state: "completed" });
  });
});

test("a run that is cancelled while it is summed up ends as cancelled", async () => {
  const { work } = await setup({
    steps: times(20, ["read", 3_000] as const),
    changed: { window: 8_000, trim: false },
    summariser: () => {
      throw new ProviderError("rate_limit", "later", { retryAfterMs: 60_000 });
    },
  });
  const failed = heard(work.session, "model.failed");
  await tell(work.session, "read all of it");
  await failed;
  await cancel(work.session);
  await work.session.rest();
  expect(await end(work)).toMatchObject({ state: "cancelled" });
});

test("what is asked on the side costs tokens, money and time, and is no step and no message", async () => {
  const { work, asides } = await setup({
    steps: times(12, ["read", 3_000] as const),
    changed: { window: 8_000, trim: false },
  });
  await say(work.session, "read all of it");
  expect(asides.length).toBeGreaterThan(0);
  const replied = await dataOf(work, "model.replied");
  const total = replied.reduce((sum, { usage: used }) => sum + used!.input + used!.output, 0);
  const { steps, tokens, step } = await work.session.read(status);
  expect({ steps, step, tokens }).toEqual({ steps: 13, step: 13, tokens: total });
  expect((await work.session.read(usage)).total).toMatchObject({
    replies: 13,
    pricedUsd: replied.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0),
  });
  expect((await work.session.read(metrics)).total.steps).toBe(13);
  const { items } = await work.session.read(transcript);
  expect(JSON.stringify(items.filter(({ kind }) => kind === "text"))).not.toContain("found the door");
});

test("a budget that is spent ends the run instead of summing up", async () => {
  const limits = { steps: 0, workMs: 0, costUsd: 0.006, tokens: 0 };
  const { work } = await setup({
    steps: times(20, ["read", 3_000] as const),
    changed: { window: 8_000, limits, trim: false },
  });
  await say(work.session, "read all of it");
  expect(await end(work)).toMatchObject({ state: "budget_exceeded" });
});

test("another model is sent a transcript, is paid by its own price, and takes no part in the conversation", async () => {
  const cheap = watched(() => [], summarisers["good"]!);
  const dear = watched(answering(times(12, ["read", 3_000] as const)), () => {
    throw new Error("not me");
  });
  const compactModel = { model: "test/cheap", window: 3_000, prices: { input: 0.1, output: 1 } };
  const work = await workshop({
    provider: dear.provider,
    tools: [read],
    settings: settings({
      window: 8_000,
      compaction: "auto",
      compactModel,
      guards: { continuations: 2, nudgeAfter: 0, stopAfter: 2 },
    }),
    change: (parts) => ({ ...parts, summariser: { ...cheap.provider, model: "test/cheap" } }),
  });
  await say(work.session, "read all of it");
  expect((await dataOf(work, "context.compacted")).map(({ by }) => by)).toContain("test/cheap");
  for (const request of cheap.asides) {
    expect(request).toMatchObject({ tools: [], purpose: "compact", messages: [{ role: "user" }] });
    expect(tokensOf(request)).toBeLessThanOrEqual(3_000);
  }
  const side = (await dataOf(work, "model.replied")).find(({ purpose }) => purpose === "compact");
  expect(side!.costUsd).toBeCloseTo((side!.usage!.input * 0.1 + side!.usage!.output) / 1_000_000, 12);
  expect((await work.session.read(status)).model).toBe("test/turns");
});

test("messages of the user's that do not fit are cut in the middle, and the oldest but the task go", async () => {
  const { work, sent } = await setup({
    steps: times(40, ["read", 1_500] as const).flatMap((read, index) => (index % 4 === 3 ? [read, stop] : [read])),
    changed: { window: 12_000, trim: false },
  });
  const wishes = Array.from(
    { length: 10 },
    (_, index) => `wish ${index}. ${`because ${index}, `.repeat(150)}. That is wish ${index}.`,
  );
  for (const wish of wishes) await say(work.session, wish);
  expect((await dataOf(work, "run.ended")).map(({ state }) => state)).toEqual(times(10, "completed"));
  const limits = (await dataOf(work, "context.compacted")).map(({ carriedChars }) => carriedChars);
  expect(limits.length).toBeGreaterThan(1);
  expect(limits.at(-1)).toBeLessThan(1_000);
  for (const request of sent) {
    expectSound(request.messages);
    expect(tokensOf(request)).toBeLessThanOrEqual(12_000);
    const first = JSON.stringify(request.messages[0]);
    expect([first.includes("wish 0. because"), first.includes("That is wish 0.")]).toEqual([true, true]);
  }
});

test("a skill that was read stands through every compaction", async () => {
  const steps: Steps = [["skill", 1_000], ...times(30, ["read", 3_000] as const)];
  const { work, sent } = await setup({ steps, changed: { window: 10_000, trim: false } });
  await say(work.session, "the task");
  expect((await dataOf(work, "context.compacted")).length).toBeGreaterThanOrEqual(3);
  for (const request of sent.slice(1)) expect(JSON.stringify(request.messages)).toContain("rule ".repeat(200).trim());
});
