/** A run is a promise and an iteration at once, runs once, and can be left. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { agent, type Event, folds, KelsonError, type Run, type RunResult } from "../../src/index.ts";
import { calling, directory, gathered, noting, taking } from "./workshop.ts";

const hello = {
  text: "Good morning, harbour.",
  chunk: 5,
  usage: { input: 10, output: 6, cacheRead: 4, cacheWrite: 0 },
};

describe("awaited", () => {
  test("it gives the result", async () => {
    const prices = { input: 1, output: 10, cacheRead: 1 };
    const result = await agent({ model: taking(hello), tools: [], prices }).run("Say it.");
    expect(result).toEqual({
      session: result.session,
      ok: true,
      state: "completed",
      text: "Good morning, harbour.",
      output: undefined,
      usage: hello.usage,
      costUsd: expect.closeTo(70e-6, 9) as number,
      steps: 1,
      denied: [],
      asks: [],
    });
  });

  test("an unknown price is not zero", async () => {
    expect((await agent({ model: taking(hello), tools: [] }).run("Say it.")).costUsd).toBeUndefined();
  });

  test("a run that goes wrong says so in its result", async () => {
    const model = taking({ fail: { category: "authentication", message: "the key is wrong" } });
    expect(await agent({ model, tools: [] }).run("Say it.")).toMatchObject({
      ok: false,
      state: "error",
      text: "",
      error: { why: "model authentication", message: expect.stringContaining("the key is wrong") as string },
    });
  });

  test.each([
    ["a limit", { maxSteps: 1 }, { state: "max_steps", error: { why: "limit steps" } }],
    ["a budget", { maxTokens: 5 }, { state: "budget_exceeded", error: { why: "limit tokens" } }],
  ])("%s ends it", async (_, limit, expected) => {
    const { tool } = noting("note", { effects: [] });
    const model = taking(calling("note", { text: "one" }), calling("note", { text: "two" }));
    expect(await agent({ model, tools: [tool], ...limit }).run("Note.")).toMatchObject({ ok: false, ...expected });
  });

  test("what cannot be run rejects", async () => {
    const assistant = agent({ model: taking(hello) });
    await expect(assistant.run("Go on.", { session: "nowhere" })).rejects.toThrow(KelsonError);
    await expect(assistant.run([])).rejects.toThrow("the message is empty");
    await expect(agent({ model: "scripted/none.json" }).run("Say it.")).rejects.toThrow("cannot be read");
    await expect(agent({ model: taking(), cwd: "/no/such/place" }).run("Say it.")).rejects.toThrow("/no/such/place");
  });
});

describe("iterated", () => {
  test("it gives every event, as it is saved", async () => {
    const run = agent({ model: taking(hello), tools: [] }).run("Say it.");
    const events = await gathered(run);
    expectTypeOf(events).toEqualTypeOf<Event[]>();
    expect(events.map(({ seq }) => seq)).toEqual(events.keys().toArray());
    expect(events.map(({ type }) => type)).toEqual([
      "session.opened",
      "user.said",
      "run.started",
      "policy.loaded",
      "context.loaded",
      "tools.offered",
      "model.asked",
      "model.replied",
      "run.ended",
    ]);
    expect(await run).toMatchObject({ text: "Good morning, harbour." });
  });

  test("it gives the text in fragments, replies an empty line apart", async () => {
    const { tool } = noting("note", { effects: [] });
    const model = taking({ text: "First I note.", chunk: 6, calls: [{ name: "note", input: { text: "a" } }] }, hello);
    const run = agent({ model, tools: [tool] }).run("Note.", { stream: "token" });
    expectTypeOf(run).toEqualTypeOf<Run<string>>();
    const tokens = await gathered(run);
    expect(tokens).toEqual(["First ", "I ", "note.", "\n\n", "Good ", "morning, ", "harbour."]);
    expect((await run).text).toBe("Good morning, harbour.");
  });

  test("a second look at the same run gives nothing again, and asks no model again", async () => {
    const run = agent({ model: taking(hello), tools: [] }).run("Say it.");
    expect(await gathered(run)).toHaveLength(9);
    expect(await gathered(run)).toEqual([]);
    expect((await run).steps).toBe(1);
  });

  test("awaited first, it still has all that happened", async () => {
    const run = agent({ model: taking(hello), tools: [] }).run("Say it.");
    await run;
    expect(await gathered(run)).toHaveLength(9);
  });

  test("what cannot be run throws in the loop", async () => {
    await expect(gathered(agent({ model: taking(hello) }).run("Go on.", { session: "nowhere" }))).rejects.toThrow(
      /no session "?nowhere/u,
    );
  });
});

describe("left", () => {
  const slow = { text: "a very long story that nobody hears to its end", chunk: 2, delayMs: 20 };

  test("by break: the run is cancelled, and keeps what was said", async () => {
    const run = agent({ model: taking(slow), tools: [] }).run("Tell it.", { stream: "token" });
    for await (const token of run) if (token === "very ") break;
    const result = await run;
    expect(result).toMatchObject({ ok: false, state: "cancelled", error: { why: "cancel asked" } });
    expect(result.text).toMatch(/^a very/u);
  });

  test("by a throw: the same", async () => {
    const run = agent({ model: taking(slow), tools: [] }).run("Tell it.");
    const reading = (async () => {
      for await (const { type } of run) if (type === "model.asked") throw new Error("enough");
    })();
    await expect(reading).rejects.toThrow("enough");
    expect(await run).toMatchObject({ state: "cancelled" });
  });

  test.each([0, 60])("by a signal after %i ms: the same", async (ms) => {
    const signal = ms === 0 ? AbortSignal.abort() : AbortSignal.timeout(ms);
    expect(await agent({ model: taking(slow), tools: [] }).run("Tell it.", { signal })).toMatchObject({
      ok: false,
      state: "cancelled",
    });
  });

  test("after its end nothing is cancelled", async () => {
    const run = agent({ model: taking(hello), tools: [] }).run("Say it.");
    for await (const { type } of run) if (type === "run.ended") break;
    expect(await run).toMatchObject({ state: "completed" });
  });
});

describe("in a session", () => {
  test("a conversation goes on, in memory, and each result counts its own run", async () => {
    const assistant = agent({ model: taking(hello, { ...hello, text: "And good night." }), tools: [] });
    const first = await assistant.run("Say it.");
    const second = await assistant.run("And now?", { session: first.session });
    expect(second).toMatchObject({ session: first.session, text: "And good night.", steps: 1, usage: hello.usage });
    expect((await assistant.read(first.session, folds.usage)).total).toMatchObject({ replies: 2, input: 20 });
  });

  test("in a directory it outlives the agent, and its events begin where it went on", async () => {
    const store = await directory();
    const first = await agent({ model: taking(hello), tools: [], store }).run("Say it.");
    const again = agent({ model: taking(hello, { text: "Again." }), tools: [], store });
    const events = await gathered(again.run("Again.", { session: first.session }));
    expect(events[0]).toMatchObject({ type: "user.said", seq: 10 });
    expect(await again.read(first.session, folds.messages)).toMatchObject({ messages: { length: 4 } });
  });

  test("resume gives the result of a session that is at its end", async () => {
    const store = await directory();
    const { session, text } = await agent({ model: taking(hello), tools: [], store }).run("Say it.");
    expect(await agent({ model: taking(), store }).resume(session)).toMatchObject({ ok: true, text, steps: 0 });
  });

  test("many runs at a time share a store and keep apart", async () => {
    const assistant = agent({ model: taking(hello), tools: [], store: await directory() });
    const results = await Promise.all(Array.from({ length: 20 }, () => assistant.run("Say it.")));
    expect(new Set(results.map(({ session }) => session)).size).toBe(20);
    expect(results.every(({ ok, text }) => ok && text === hello.text)).toBe(true);
  });

  test("two runs in one session queue up, and each has its own result", async () => {
    const assistant = agent({ model: taking({ ...hello, delayMs: 20 }, { text: "And good night." }), tools: [] });
    const first = assistant.run("Say it.");
    for await (const { session, type } of first) {
      if (type !== "model.asked") continue;
      const second = assistant.run("And now?", { session });
      expect(await second).toMatchObject({ text: "And good night.", steps: 1, usage: { output: 4 } });
      break;
    }
    expect(await first).toMatchObject({ state: "completed", text: hello.text, steps: 1, usage: hello.usage });
  });

  test("a fold of one's own reads a session", async () => {
    const assistant = agent({ model: taking(hello), tools: [] });
    const { session } = await assistant.run("Say it.");
    const words = {
      name: "words",
      version: 1,
      initial: () => ({ said: 0 }),
      on: { "user.said": (state: { said: number }) => void (state.said += 1) },
    };
    expect(await assistant.read(session, words)).toEqual({ said: 1 });
    await expect(assistant.read("nowhere", words)).rejects.toThrow(/no session "?nowhere/u);
  });
});

test("the task may hold pictures", async () => {
  const run = agent({ model: taking(hello), tools: [] }).run([
    { type: "text", text: "What is this?" },
    { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
  ]);
  const said = (await gathered(run)).find(({ type }) => type === "user.said");
  expect(said?.data).toMatchObject({ parts: [{ type: "text" }, { type: "image", mediaType: "image/png" }] });
});

test("the result's type tells completed from unfinished", async () => {
  const result: RunResult<{ name: string }> = await agent({
    model: taking({ text: '{"name":"Ada"}' }),
    tools: [],
    output: z.object({ name: z.string() }),
  }).run("Which?");
  if (result.ok) {
    expectTypeOf(result.output).toEqualTypeOf<{ name: string }>();
    expectTypeOf(result.state).toEqualTypeOf<"completed">();
  } else {
    expectTypeOf(result.error).toEqualTypeOf<{ readonly why: string; readonly message: string }>();
    expectTypeOf(result.output).toEqualTypeOf<undefined>();
  }
});
