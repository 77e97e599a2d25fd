/** Messages said while a run is under way: queued ones begin the next run, steering ones are taken in at the next step. */
import { describe, expect, test } from "vitest";
import { decide } from "../../src/agent/decide.ts";
import { foldOf } from "../../src/contract/fold.ts";
import { textOf } from "../../src/contract/message.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { messages } from "../../src/folds/messages.ts";
import { status } from "../../src/folds/status/status.ts";
import { began, ended, openedSession, placed, queued, said as saidBy } from "../log/story.ts";
import { call, playing, type Turn } from "./playing.ts";
import { limited, settings } from "./run-settings.ts";
import { doing } from "./tools.ts";
import { eventsOf, heard, say, standing, story, tell, type Work, workshop } from "./workshop.ts";

/** Says something itself while the first call runs, and then lets it end. */
const interrupted = async (
  turns: readonly Turn[],
  meanwhile: (work: Work) => Promise<unknown>,
  changed = settings(),
): Promise<Work> => {
  const working: { work?: Work } = {};
  const act = doing("act", async () => {
    if (working.work !== undefined) await meanwhile(working.work);
    return textOutcome("did it");
  });
  const work = await workshop({ provider: playing(turns), tools: [act], mode: "accept-edits", settings: changed });
  working.work = work;
  await say(work.session, "do it");
  return work;
};

const said = async ({ session }: Work): Promise<string[]> =>
  (await session.read(messages)).messages.flatMap((message) =>
    message.role === "user" ? [textOf(message.parts)] : [],
  );

const twoSteps: readonly Turn[] = [{ calls: [call("act", "a")] }, { text: "Done." }, { text: "Done again." }];

describe("a queued message", () => {
  test("is not passed by one that is said just as the run ends", () => {
    const events = placed(openedSession, saidBy("one"), began(), queued("two"), ended());
    const decision = decide({ type: "say", id: "c", parts: [{ type: "text", text: "three" }] }, foldOf(status, events));
    expect(decision).toMatchObject({ event: { type: "message.queued" } });
  });

  test("begins the next run", async () => {
    const work = await interrupted(twoSteps, ({ session }) => tell(session, "and then?"));
    expect((await story(work)).slice(3)).toEqual([
      "call.started #1 call_1_0",
      "message.queued #1",
      "call.finished #1 call_1_0 true",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
      "user.said user",
      "run.started queue",
      "tools.offered #2",
      "model.asked #3 1",
      "model.replied #3 end",
      "run.ended #3 completed finished",
    ]);
    expect(await said(work)).toEqual(["do it", "and then?"]);
  });

  test("that is one of several begins a run of its own, first said, first done", async () => {
    const work = await interrupted(twoSteps, async ({ session }) => {
      await tell(session, "second");
      await tell(session, "third");
    });
    expect((await eventsOf(work)).filter(({ type }) => type === "run.started")).toHaveLength(3);
    expect(await said(work)).toEqual(["do it", "second", "third"]);
  });

  test("that is withdrawn is never delivered", async () => {
    const work = await interrupted(twoSteps, async ({ session }) => {
      const outcome = await tell(session, "forget it");
      const queued = outcome.ok ? outcome.seq : -1;
      expect(await session.send({ type: "withdraw", id: "w", queued })).toMatchObject({ ok: true });
      expect(await session.send({ type: "withdraw", id: "w2", queued })).toEqual({
        ok: false,
        code: "refused",
        message: `message ${queued} is not in the queue`,
      });
    });
    expect(await said(work)).toEqual(["do it"]);
  });

  test("is what the proof is asked of in its run", async () => {
    const turns = [...twoSteps.slice(0, 1), { text: "Done." }, { text: "Proved." }, { text: "Done again." }];
    const work = await interrupted(turns, ({ session }) => tell(session, "and then?"), settings({ verify: true }));
    const [, first, , second] = await said(work);
    expect([first, second].map((text) => /<task>\n(.*)\n<\/task>/u.exec(text ?? "")?.[1])).toEqual([
      "do it",
      "and then?",
    ]);
  });
});

describe("a steering message", () => {
  test("is taken in at the next step", async () => {
    const work = await interrupted(twoSteps, ({ session }) => tell(session, "rather so", true));
    expect((await story(work)).slice(3)).toEqual([
      "call.started #1 call_1_0",
      "message.queued #1",
      "call.finished #1 call_1_0 true",
      "user.said #1 user",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
    ]);
    expect((await work.session.read(messages)).messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
    ]);
  });

  test("keeps a run going that was about to end", async () => {
    const provider = playing([{ text: "Done, I think.", delayMs: 5 }, { text: "Done." }]);
    const work = await workshop({ provider });
    const asked = heard(work.session, "model.asked");
    await tell(work.session, "do it");
    await asked;
    await tell(work.session, "one more thing", true);
    await work.session.rest();
    expect(await story(work)).toEqual([
      "model.asked #1 1",
      "message.queued #1",
      "model.replied #1 end",
      "user.said #1 user",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
    ]);
  });

  test("that comes at the last step begins the next run", async () => {
    const work = await interrupted(twoSteps, ({ session }) => tell(session, "rather so", true), limited({ steps: 1 }));
    expect((await eventsOf(work)).flatMap(({ type, data }) => (type === "run.ended" ? [data.state] : []))).toEqual([
      "max_steps",
      "completed",
    ]);
    expect(await said(work)).toEqual(["do it", "rather so"]);
  });
});

test("an empty message is refused", async () => {
  const work = await workshop({ provider: playing([]) });
  expect(await work.session.send({ type: "say", id: "empty", parts: [] })).toEqual({
    ok: false,
    code: "refused",
    message: "the message is empty",
  });
  expect(await standing(work)).toEqual({ state: "idle", open: 0, chain: true });
});
