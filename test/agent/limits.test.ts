/** The limits of a run: each ends it in its own state, with a warning before, and passed by no more than one call. */
import { expect, test } from "vitest";
import type { RunSettings } from "../../src/contract/terms.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { call, playing, type Turn } from "./playing.ts";
import { limited } from "./run-settings.ts";
import { counting, hanging } from "./tools.ts";
import { answer, eventsOf, say, standing, story, type Work, workshop } from "./workshop.ts";

const endless: readonly Turn[] = Array.from({ length: 20 }, (_, index) => ({ calls: [call("look", `${index}`)] }));

const worked = async (
  changed: RunSettings,
  turns = endless,
  tools: readonly Tool[] = [counting("look", ["read"])],
): Promise<Work> => {
  const work = await workshop({ provider: playing(turns), tools, settings: changed, mode: "accept-edits" });
  await say(work.session, "do it");
  return work;
};

const ends = async (work: Work): Promise<string[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) => {
    if (type === "run.ended") return [`${data.state}: ${data.message}`];
    return type === "guard.tripped" ? [`near: ${data.detail}`] : [];
  });

test("steps", async () => {
  const work = await worked(limited({ steps: 5 }));
  expect(await ends(work)).toEqual(["near: steps", "max_steps: the run reached its limit of 5 steps"]);
  expect((await story(work)).filter((line) => line.startsWith("model.asked"))).toHaveLength(5);
});

test("tokens", async () => {
  expect(await ends(await worked(limited({ tokens: 250 })))).toEqual([
    "near: tokens",
    "budget_exceeded: the run reached its limit of 250 tokens",
  ]);
});

test("cost", async () => {
  // Each reply costs 100 × 1 + 10 × 10 millionths of a dollar.
  expect(await ends(await worked(limited({ costUsd: 0.0005 })))).toEqual([
    "near: cost",
    "budget_exceeded: the run reached its limit of 0.0005 USD",
  ]);
});

test("an answer at the limit is an answer", async () => {
  expect(await ends(await worked(limited({ steps: 1, tokens: 1 }), [{ text: "Done." }]))).toEqual([
    "completed: undefined",
  ]);
});

test("working time, with a model that never answers", async () => {
  const work = await worked(limited({ workMs: 60 }), [{ text: "I think", hangs: true }]);
  expect(await standing(work)).toEqual({ state: "timed_out", open: 0, chain: true });
  expect(await story(work)).toEqual([
    "model.asked #1 1",
    "model.failed #1 interrupted",
    "run.ended #1 timed_out limit time",
  ]);
});

test.each(["obedient", "deaf"] as const)("working time, with a tool that never ends and is %s", async (obedience) => {
  const wait = hanging("wait", obedience, { effects: ["read"] });
  const work = await worked(limited({ workMs: 60 }), [{ calls: [call("wait", "a")] }], [wait]);
  expect(await standing(work)).toEqual({ state: "timed_out", open: 0, chain: true });
  expect(await story(work)).toEqual([
    "model.asked #1 1",
    "model.replied #1 calls",
    "call.allowed #1 call_1_0 reads only",
    "call.started #1 call_1_0",
    "call.finished #1 call_1_0 timeout false",
    "run.ended #1 timed_out limit time",
  ]);
});

test("the time of one call, after which the run goes on", async () => {
  const wait = hanging("wait", "obedient", { effects: ["read"] });
  const turns = [{ calls: [call("wait", "a")] }, { text: "Done." }];
  const work = await worked(limited({}, { callMs: 40 }), turns, [wait]);
  expect(await story(work)).toContain("call.finished #1 call_1_0 timeout false");
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
});

test("the wait for a person is no working time", async () => {
  const turns = [{ calls: [call("act", "a")] }, { text: "Done." }];
  const provider = playing(turns);
  const tools = [counting("act", ["write"])];
  const work = await workshop({ provider, tools, settings: limited({ workMs: 100 }) });
  await say(work.session, "do it");
  await new Promise((resolve) => {
    setTimeout(resolve, 150);
  });
  await answer(work.session, "call_1_0", "yes");
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
});

test("count anew in each run", async () => {
  const work = await worked(limited({ steps: 2 }));
  await say(work.session, "go on");
  const over = "max_steps: the run reached its limit of 2 steps";
  expect(await ends(work)).toEqual([over, over]);
  expect((await story(work)).filter((line) => line.startsWith("model.asked"))).toHaveLength(4);
});
