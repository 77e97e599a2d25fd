/** Questions of a tool: it unwinds, waits in the log, and meets its answers when it runs again. */
import { expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { messages } from "../../src/folds/messages.ts";
import { call, playing } from "./playing.ts";
import { settings } from "./run-settings.ts";
import { counting, doing } from "./tools.ts";
import { answer, eventsOf, say, standing, story, tell, type Work, workshop } from "./workshop.ts";

/** Asks for a colour, then for a size. */
const order = (runs: string[] = []) =>
  doing(
    "order",
    async (text, { host }) => {
      runs.push(text);
      const colour = await host.ask({ question: "which colour?", options: ["red", "blue"] });
      const size = await host.ask({ question: `which size in ${colour}?` });
      return textOutcome(`ordered ${text}: ${colour}, ${size}`);
    },
    { effects: ["external"] },
  );

const ordering = playing([{ calls: [call("order", "a hat")] }, { text: "Done." }]);

const lastResult = async ({ session }: Work): Promise<unknown> =>
  (await session.read(messages)).messages.findLast(({ role }) => role === "tool");

const asked = (events: readonly Event[]): unknown[] =>
  events.flatMap(({ type, data }) => (type === "call.asked" ? [[data.kind, data.question, data.options]] : []));

test("two questions of one call are answered one after the other, over restarts", async () => {
  const runs: string[] = [];
  const { runtime, store, session } = await workshop({ provider: ordering, tools: [order(runs)], mode: "bypass" });
  await say(session, "order a hat");
  const reopen = async (): Promise<Work> => ({ runtime, store, session: await runtime.open(session.id) });
  await session.close();
  const first = await reopen();
  expect(await standing(first)).toEqual({ state: "waiting_for_input", open: 1, chain: true });
  await answer(first.session, "call_1_0", "yes", { text: "red" });
  expect(await standing(first)).toEqual({ state: "waiting_for_input", open: 1, chain: true });
  await first.session.close();
  const second = await reopen();
  await answer(second.session, "call_1_0", "yes", { text: "large" });
  expect(await story(second)).toEqual([
    "model.asked #1 1",
    "model.replied #1 calls",
    "call.allowed #1 call_1_0 mode bypass",
    "call.started #1 call_1_0",
    "call.asked #1 call_1_0 question",
    "call.answered #1 call_1_0 yes red",
    "call.started #1 call_1_0",
    "call.asked #1 call_1_0 question",
    "call.answered #1 call_1_0 yes large",
    "call.started #1 call_1_0",
    "call.finished #1 call_1_0 true",
    "model.asked #2 1",
    "model.replied #2 end",
    "run.ended #2 completed finished",
  ]);
  expect(asked(await eventsOf(second))).toEqual([
    ["question", "which colour?", ["red", "blue"]],
    ["question", "which size in red?", undefined],
  ]);
  expect(runs).toHaveLength(3);
  expect(await lastResult(second)).toMatchObject({
    results: [{ ok: true, parts: [{ text: "ordered a hat: red, large" }] }],
  });
});

test("after an approval, a question is asked like any other", async () => {
  const work = await workshop({ provider: ordering, tools: [order()] });
  await say(work.session, "order a hat");
  await answer(work.session, "call_1_0", "yes");
  await answer(work.session, "call_1_0", "yes", { text: "blue" });
  await answer(work.session, "call_1_0", "yes", { text: "small" });
  expect(asked(await eventsOf(work)).map((question) => (question as string[])[0])).toEqual([
    "approval",
    "question",
    "question",
  ]);
  expect(await lastResult(work)).toMatchObject({ results: [{ parts: [{ text: "ordered a hat: blue, small" }] }] });
});

test("a no to a question is the call's outcome", async () => {
  const work = await workshop({ provider: ordering, tools: [order()], mode: "bypass" });
  await say(work.session, "order a hat");
  await answer(work.session, "call_1_0", "no", { text: "no hat after all" });
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  expect(await lastResult(work)).toMatchObject({
    results: [{ ok: false, parts: [{ text: "Error [denied]: the user said no: no hat after all" }] }],
  });
});

test("a question for the session grants nothing", async () => {
  const provider = playing([{ calls: [call("order", "a hat")] }, { calls: [call("order", "a hat")] }]);
  const work = await workshop({ provider, tools: [order()] });
  await say(work.session, "order two hats");
  await answer(work.session, "call_1_0", "yes");
  await answer(work.session, "call_1_0", "yes", { text: "blue", scope: "session" });
  await answer(work.session, "call_1_0", "yes", { text: "small", scope: "session" });
  expect((await story(work)).at(-1)).toBe("call.asked #2 call_2_0 mode default: external");
});

test("what does not wait runs on beside a question", async () => {
  const look = counting("look", ["read"]);
  const calls = [call("order", "a hat"), call("look", "b")];
  const work = await workshop({ provider: playing([{ calls }]), tools: [order(), look], mode: "bypass" });
  await say(work.session, "order a hat");
  expect([look.runs, await standing(work)]).toEqual([["b"], { state: "waiting_for_input", open: 1, chain: true }]);
});

test("what is said beside a question waits for the next run", async () => {
  const work = await workshop({ provider: ordering, tools: [order()], mode: "bypass" });
  await say(work.session, "order a hat");
  await tell(work.session, "and a coat");
  await work.session.rest();
  expect((await story(work)).at(-1)).toMatch(/^message\.queued/u);
  expect(await standing(work)).toEqual({ state: "waiting_for_input", open: 1, chain: true });
});

test("where nobody is there to ask, the tool is told", async () => {
  const work = await workshop({
    provider: ordering,
    tools: [order()],
    mode: "bypass",
    settings: settings({ onAsk: "deny" }),
  });
  await say(work.session, "order a hat");
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  expect(await lastResult(work)).toMatchObject({
    results: [{ ok: false, parts: [{ text: "Error [blocked]: nobody is there to answer the question" }] }],
  });
});
