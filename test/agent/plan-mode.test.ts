/** Plan mode: nothing is changed until a person accepts a plan, who says in which mode it is carried out. */
import { expect, test } from "vitest";
import { messages } from "../../src/folds/messages.ts";
import { status } from "../../src/folds/status/status.ts";
import { exitPlanMode } from "../../src/tools/exit-plan-mode.ts";
import { call, playing, type Turn } from "./playing.ts";
import { settings } from "./run-settings.ts";
import { counting } from "./tools.ts";
import { answer, eventsOf, say, standing, story, type Work, workshop, type Workshop } from "./workshop.ts";

const presents = (plan: string): Turn => ({ calls: [{ name: "exit_plan_mode", input: { plan } }] });

const planning = async (turns: readonly Turn[], more: Partial<Workshop> = {}) => {
  const act = counting("act", ["write"]);
  const tools = [counting("look", ["read"]), act, exitPlanMode];
  return { act, ...(await workshop({ provider: playing(turns), tools, mode: "plan", ...more })) };
};

const offered = async (work: Work): Promise<number> =>
  (await eventsOf(work)).filter(({ type, data }) => type === "tools.offered" && "tools" in data && data.tools).length;

/** What the model was told beside what was said, in short. */
const told = async (work: Work): Promise<string[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) =>
    type === "context.loaded" ? [`${data.source}: ${data.text?.slice(0, 20)}`] : [],
  );

test("what is more than reading is refused, until the plan is accepted and the mode is another", async () => {
  const turns = [
    { calls: [call("look", "a"), call("act", "too early")] },
    presents("1. all of it"),
    presents("1. some of it"),
    { calls: [call("act", "as planned")] },
    { text: "Done." },
  ];
  const work = await planning(turns);
  await say(work.session, "do it");
  expect(await standing(work)).toEqual({ state: "waiting_for_input", open: 1, chain: true });
  await answer(work.session, "call_2_0", "yes", { text: "smaller" });
  await answer(work.session, "call_3_0", "yes", { text: "Accept-edits" });
  expect(await story(work)).toEqual([
    "model.asked #1 1",
    "model.replied #1 calls",
    "call.allowed #1 call_1_0 reads only",
    "call.denied #1 call_1_1 blocked mode plan",
    "call.started #1 call_1_0",
    "call.finished #1 call_1_0 true",
    "model.asked #2 1",
    "model.replied #2 calls",
    "call.allowed #2 call_2_0 no effects",
    "call.started #2 call_2_0",
    "call.asked #2 call_2_0 question",
    "call.answered #2 call_2_0 yes smaller",
    "call.started #2 call_2_0",
    "call.finished #2 call_2_0 true",
    "model.asked #3 1",
    "model.replied #3 calls",
    "call.allowed #3 call_3_0 no effects",
    "call.started #3 call_3_0",
    "call.asked #3 call_3_0 question",
    "call.answered #3 call_3_0 yes accept-edits",
    "mode.changed #3",
    "call.started #3 call_3_0",
    "call.finished #3 call_3_0 true",
    "context.loaded #3 This is gone and no longer applies.",
    "model.asked #4 1",
    "model.replied #4 calls",
    "call.allowed #4 call_4_0 mode accept-edits",
    "call.started #4 call_4_0",
    "call.finished #4 call_4_0 true",
    "model.asked #5 1",
    "model.replied #5 end",
    "run.ended #5 completed finished",
  ]);
  expect(work.act.runs).toEqual(["as planned"]);
  expect(await told(work)).toEqual(["plan mode: You are in plan mode", "plan mode: This is gone and no "]);
  const asked = (await eventsOf(work)).flatMap(({ type, data }) => (type === "call.asked" ? [data] : []));
  expect(asked[1]).toMatchObject({
    preview: "1. some of it",
    options: ["default", "accept-edits", "auto"],
    modes: ["default", "accept-edits", "auto"],
  });
});

test.each([
  ["yes", undefined, "default"],
  ["yes", "y", "default"],
  ["yes", "auto", "auto"],
  ["yes", "bypass", "plan"],
  ["yes", "", "plan"],
  ["no", "auto", "plan"],
  ["no", undefined, "plan"],
] as const)("the answer %s %s leaves the mode %s or makes it so", async (decision, text, mode) => {
  const work = await planning([presents("1. all"), { text: "I see." }]);
  await say(work.session, "do it");
  await answer(work.session, "call_1_0", decision, text === undefined ? {} : { text });
  expect((await work.session.read(status)).mode).toBe(mode);
  expect((await standing(work)).state).toBe("completed");
});

test("where nobody is there the plan is what comes of the run, and the mode stays", async () => {
  const work = await planning([presents("1. all"), { text: "Never said." }], {
    settings: { ...settings(), onAsk: "deny" },
  });
  await say(work.session, "do it");
  expect((await story(work)).slice(3)).toEqual([
    "call.started #1 call_1_0",
    "call.finished #1 call_1_0 true",
    "run.ended #1 completed concluded",
  ]);
  expect((await work.session.read(status)).mode).toBe("plan");
});

test("it is only for plan mode, and the tools that are offered are the same in every mode", async () => {
  const work = await planning([presents("1."), { text: "Well." }, { text: "Plan." }], { mode: "default" });
  await say(work.session, "do it");
  expect((await story(work))[2]).toBe("call.denied #1 call_1_0 blocked mode default");
  await work.session.send({ type: "set-mode", id: "on", mode: "plan" });
  await say(work.session, "plan it");
  await work.session.send({ type: "set-mode", id: "off", mode: "default" });
  await say(work.session, "do it");
  expect(await offered(work)).toBe(1);
  expect(await told(work)).toEqual(["plan mode: You are in plan mode", "plan mode: This is gone and no "]);
  const { system } = await work.session.read(messages);
  expect(system).toEqual([]);
});
