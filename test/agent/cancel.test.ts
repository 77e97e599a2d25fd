/** A cancel at any moment ends the run as cancelled, closes what is open, and keeps what was said. */
import { describe, expect, test } from "vitest";
import { ProviderError } from "../../src/contract/error.ts";
import type { Message } from "../../src/contract/message.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { messages } from "../../src/folds/messages.ts";
import { call, playing, type Turn } from "./playing.ts";
import { slowStore } from "./stores.ts";
import { counting, doing, hanging } from "./tools.ts";
import { cancel, eventsOf, heard, say, standing, story, streamed, tell, type Work, workshop } from "./workshop.ts";

/** Says something, cancels when the moment has come, and waits until the session rests. */
const cancelled = async (work: Work, moment: (work: Work) => Promise<unknown>): Promise<string[]> => {
  const come = moment(work);
  await tell(work.session, "do it");
  await come;
  expect(await cancel(work.session)).toMatchObject({ ok: true });
  await work.session.rest();
  expect(await standing(work)).toEqual({ state: "cancelled", open: 0, chain: true });
  return story(work);
};

const lastSaid = async ({ session }: Work): Promise<Message | undefined> =>
  (await session.read(messages)).messages.at(-1);

describe("while the model replies", () => {
  test("what it has said is kept, its calls are not", async () => {
    const work = await workshop({ provider: playing([{ text: "I begin to", hangs: true }]) });
    expect(await cancelled(work, ({ session }) => streamed(session, "I begin"))).toEqual([
      "model.asked #1 1",
      "cancel.asked #1",
      "model.replied #1 other partial",
      "run.ended #1 cancelled cancel asked",
    ]);
    const parts = [{ type: "text", text: "I begin to" }];
    expect(await lastSaid(work)).toEqual({ role: "assistant", model: "test/turns", parts });
  });

  test("nothing is kept of a reply that had not begun", async () => {
    const work = await workshop({ provider: playing([{ hangs: true }]) });
    expect(await cancelled(work, ({ session }) => heard(session, "model.asked"))).toEqual([
      "model.asked #1 1",
      "cancel.asked #1",
      "model.failed #1 interrupted",
      "run.ended #1 cancelled cancel asked",
    ]);
    expect(await lastSaid(work)).toMatchObject({ role: "user" });
  });

  test("the next message goes on from there", async () => {
    const provider = playing([{ text: "I begin to", hangs: true }, { text: "Done." }]);
    const work = await workshop({ provider });
    await cancelled(work, ({ session }) => streamed(session, "I begin"));
    await say(work.session, "go on");
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
    expect((await work.session.read(messages)).messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
  });
});

describe("while calls run", () => {
  const turns: readonly Turn[] = [
    { calls: [call("look", "a"), call("wait", "b"), call("act", "c")] },
    { text: "Done." },
  ];

  test.each(["obedient", "deaf"] as const)("a tool that is %s is stopped, the rest is closed", async (obedience) => {
    const act = counting("act", ["write"], false);
    const wait = hanging("wait", obedience, { effects: ["read"], parallel: true });
    const tools = [counting("look", ["read"]), wait, act];
    const work = await workshop({ provider: playing(turns), tools, mode: "accept-edits" });
    expect(await cancelled(work, ({ session }) => heard(session, "call.finished"))).toEqual([
      "model.asked #1 1",
      "model.replied #1 calls",
      "call.allowed #1 call_1_0 reads only",
      "call.allowed #1 call_1_1 reads only",
      "call.allowed #1 call_1_2 mode accept-edits",
      "call.started #1 call_1_0",
      "call.started #1 call_1_1",
      "call.finished #1 call_1_0 true",
      "cancel.asked #1",
      "call.finished #1 call_1_1 interrupted false",
      "call.denied #1 call_1_2 interrupted cancelled",
      "run.ended #1 cancelled cancel asked",
    ]);
    expect(act.runs).toEqual([]);
    expect(await lastSaid(work)).toMatchObject({ role: "tool", results: [{ ok: true }, { ok: false }, { ok: false }] });
  });

  test("one that is done all the same counts as done", async () => {
    const release = Promise.withResolvers<void>();
    const wait = doing("wait", async (_, { output }) => {
      output("begun");
      await release.promise;
      return textOutcome("done all the same");
    });
    const provider = playing([{ calls: [call("wait", "a")] }, { text: "Done." }]);
    const work = await workshop({ provider, tools: [wait], mode: "accept-edits" });
    const events = await cancelled(work, async ({ session }) => {
      await streamed(session, "begun", "output");
      setTimeout(release.resolve, 20);
    });
    expect(events.slice(-3)).toEqual([
      "cancel.asked #1",
      "call.finished #1 call_1_0 true",
      "run.ended #1 cancelled cancel asked",
    ]);
  });
});

test("while the start of a call is written down, it does not begin", async () => {
  const act = counting("act", ["write"]);
  const { store, whenWriting } = slowStore("call.started");
  const provider = playing([{ calls: [call("act", "a")] }, { text: "Done." }]);
  const work = await workshop({ provider, tools: [act], mode: "accept-edits", store });
  void whenWriting.then(() => cancel(work.session));
  await say(work.session, "do it");
  expect(act.runs).toEqual([]);
  expect((await story(work)).slice(3)).toEqual([
    "call.started #1 call_1_0",
    "cancel.asked #1",
    "call.finished #1 call_1_0 interrupted false",
    "run.ended #1 cancelled cancel asked",
  ]);
});

test("while a person is asked, the question is closed", async () => {
  const provider = playing([{ calls: [call("act", "a"), call("act", "b")] }, { text: "Done." }]);
  const work = await workshop({ provider, tools: [counting("act", ["write"])] });
  const events = await cancelled(work, ({ session }) => heard(session, "call.asked", 2));
  expect(events.slice(-4)).toEqual([
    "cancel.asked #1",
    "call.denied #1 call_1_0 interrupted cancelled",
    "call.denied #1 call_1_1 interrupted cancelled",
    "run.ended #1 cancelled cancel asked",
  ]);
});

test.each(["slow", "endless"])(
  "while a call is judged, whose preview is %s, it is not asked about any more",
  async (kind) => {
    const release = Promise.withResolvers<string>();
    const act = doing("act", () => textOutcome("did it"), { preview: () => release.promise });
    const work = await workshop({ provider: playing([{ calls: [call("act", "a")] }]), tools: [act] });
    const events = await cancelled(work, async ({ session }) => {
      await heard(session, "model.replied");
      if (kind === "slow") setTimeout(() => release.resolve("a preview"), 20);
    });
    expect(events.slice(2)).toEqual([
      "cancel.asked #1",
      "call.denied #1 call_1_0 interrupted cancelled",
      "run.ended #1 cancelled cancel asked",
    ]);
  },
);

test("while a retry is waited for, nothing more is waited for", async () => {
  const slow = new ProviderError("rate_limit", "later", { retryAfterMs: 60_000 });
  const work = await workshop({ provider: playing([{ text: "Done." }], [slow]) });
  expect(await cancelled(work, ({ session }) => heard(session, "model.failed"))).toEqual([
    "model.asked #1 1",
    "model.failed #1 rate_limit",
    "cancel.asked #1",
    "run.ended #1 cancelled cancel asked",
  ]);
});

test("while the run is prepared, no model is asked", async () => {
  const release = Promise.withResolvers<void>();
  const source = {
    name: "slow",
    gather: async () => {
      await release.promise;
      return [];
    },
  };
  const change = <P>(parts: P): P => ({ ...parts, sources: [source] });
  const work = await workshop({ provider: playing([]), change });
  const events = await cancelled(work, async ({ session }) => {
    await heard(session, "run.started");
    setTimeout(release.resolve, 20);
  });
  expect(events).toEqual(["run.ended #0 cancelled cancel asked"]);
});

test("before the run has begun, it ends before it does anything", async () => {
  const work = await workshop({ provider: playing([{ text: "Done." }]) });
  await work.store.post(work.session.id, { type: "say", id: "say", parts: [{ type: "text", text: "do it" }] });
  await work.store.post(work.session.id, { type: "cancel", id: "cancel" });
  await work.session.rest();
  expect(await standing(work)).toEqual({ state: "cancelled", open: 0, chain: true });
  expect((await eventsOf(work)).map(({ type }) => type)).toEqual([
    "session.opened",
    "user.said",
    "cancel.asked",
    "run.started",
    "run.ended",
  ]);
});

test("when nothing is under way, there is nothing to cancel", async () => {
  const work = await workshop({ provider: playing([{ text: "Done." }]) });
  const nothing = { ok: false, code: "refused", message: "no run is under way, so there is nothing to cancel" };
  expect(await cancel(work.session)).toEqual(nothing);
  await say(work.session, "do it");
  expect(await cancel(work.session)).toEqual(nothing);
});

test("twice is as good as once", async () => {
  const work = await workshop({ provider: playing([{ text: "I begin to", hangs: true }]) });
  await tell(work.session, "do it");
  await Promise.all([cancel(work.session), cancel(work.session)]);
  await work.session.rest();
  expect(await standing(work)).toEqual({ state: "cancelled", open: 0, chain: true });
});

test("after any event of a run the run ends, and nothing is open", async () => {
  const turns: readonly Turn[] = [
    { text: "I look.", calls: [call("look", "a"), call("act", "b"), call("nothing", "c")] },
    { text: "More of", stop: "max_tokens" },
    { calls: [call("act", "d"), call("act", "e")] },
    { text: "Done." },
  ];
  const bench = () => ({
    provider: playing(turns, [new ProviderError("server", "down")]),
    tools: [counting("look", ["read"]), counting("act", ["write"], false)],
    mode: "accept-edits" as const,
  });
  const whole = await workshop(bench());
  await say(whole.session, "do it");
  const count = (await eventsOf(whole)).length;
  for (let seq = 3; seq < count; seq += 1) {
    const work = await workshop(bench());
    work.session.events(seq, (event) => event.seq === seq && void cancel(work.session));
    await say(work.session, "do it");
    await work.session.rest();
    const { state, ...rest } = await standing(work);
    expect({ seq, ...rest }).toEqual({ seq, open: 0, chain: true });
    expect(["cancelled", "completed"]).toContain(state);
    expect((await work.session.read(messages)).results).toEqual([]);
  }
});
