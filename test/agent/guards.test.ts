/** The guards: a reply that is cut off is continued, a run that goes in circles is nudged and stopped, an end is proved. */
import { describe, expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { textOf } from "../../src/contract/message.ts";
import { messages } from "../../src/folds/messages.ts";
import { call, playing, type Turn } from "./playing.ts";
import { limited, settings } from "./run-settings.ts";
import { counting } from "./tools.ts";
import { eventsOf, say, standing, story, type Work, workshop } from "./workshop.ts";

const worked = async (turns: readonly Turn[], changed = settings()): Promise<Work> => {
  const tools = [counting("look", ["read"]), counting("act", ["write"])];
  const work = await workshop({ provider: playing(turns), tools, settings: changed, mode: "accept-edits" });
  await say(work.session, "mend it");
  return work;
};

/** Without the events of calls, of which there are many. */
const outline = async (work: Work): Promise<string[]> =>
  (await story(work)).filter((line) => !line.startsWith("call."));

const ended = (events: readonly Event[]): unknown =>
  events.flatMap(({ type, data }) => (type === "run.ended" ? [{ ...data }] : []));

describe("a reply that was cut off", () => {
  const cut: Turn = { text: "and so", stop: "max_tokens" };

  test("is continued, and the pieces stand one after the other", async () => {
    const work = await worked([{ text: "It was", stop: "max_tokens" }, cut, { text: "it ended." }]);
    expect(await outline(work)).toEqual([
      "model.asked #1 1",
      "model.replied #1 max_tokens",
      "guard.tripped #1 continuation",
      "user.said #1 continue",
      "model.asked #2 1",
      "model.replied #2 max_tokens",
      "guard.tripped #2 continuation",
      "user.said #2 continue",
      "model.asked #3 1",
      "model.replied #3 end",
      "run.ended #3 completed finished",
    ]);
    const said = (await work.session.read(messages)).messages;
    expect(said.flatMap((message) => (message.role === "assistant" ? [textOf(message.parts)] : []))).toEqual([
      "It was",
      "and so",
      "it ended.",
    ]);
  });

  test("for the third time is left as it is", async () => {
    const work = await worked([cut, cut, cut]);
    expect((await outline(work)).slice(-3)).toEqual([
      "model.replied #3 max_tokens",
      "guard.tripped #3 continuation",
      "run.ended #3 completed cut off",
    ]);
    const message = "the reply was cut off 3 times and was not continued again";
    expect(ended(await eventsOf(work))).toEqual([{ state: "completed", why: "cut off", message }]);
  });

  test("is continued twice again after a whole one", async () => {
    const whole = { calls: [call("look", "a")] };
    expect((await outline(await worked([cut, cut, whole, cut, cut, { text: "Done." }]))).at(-1)).toBe(
      "run.ended #6 completed finished",
    );
  });

  test("in a call runs the calls that are whole, and says what is wrong with the other", async () => {
    const calls = [call("look", "a"), { name: "look", json: '{"text": "b' }];
    const work = await worked([{ calls, stop: "max_tokens" }, { text: "Done." }]);
    expect(await story(work)).toContain("call.denied #1 call_1_1 invalid_arguments invalid_arguments");
    expect(await story(work)).toContain("call.finished #1 call_1_0 true");
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  });
});

describe("a run that makes no progress", () => {
  const same: Turn = { calls: [call("look", "a"), call("look", "b")] };

  test("is nudged after three steps and stopped after two more", async () => {
    const work = await worked([same, same, same, same, same, { text: "never said" }]);
    expect((await outline(work)).slice(4)).toEqual([
      "model.asked #3 1",
      "model.replied #3 calls",
      "guard.tripped #3 no_progress",
      "user.said #3 nudge",
      "model.asked #4 1",
      "model.replied #4 calls",
      "model.asked #5 1",
      "model.replied #5 calls",
      "guard.tripped #5 no_progress",
      "run.ended #5 error no progress",
    ]);
    const message = "the last 5 steps made the same calls with the same results";
    expect(ended(await eventsOf(work))).toEqual([{ state: "error", why: "no progress", message }]);
  });

  test("goes on when it does something else, and may be nudged again", async () => {
    const other: Turn = { calls: [call("look", "c")] };
    const turns = [same, same, same, other, same, same, same, { text: "Done." }];
    const lines = await outline(await worked(turns));
    expect(lines.filter((line) => line.includes("nudge"))).toEqual(["user.said #3 nudge", "user.said #7 nudge"]);
    expect(lines.at(-1)).toBe("run.ended #8 completed finished");
  });

  test("is seen in failures too", async () => {
    const wrong: Turn = { calls: [{ name: "look", input: {} }] };
    const work = await worked([wrong, wrong, wrong, wrong, wrong]);
    expect(await standing(work)).toEqual({ state: "error", open: 0, chain: true });
  });

  test("is never stopped when the guard is off", async () => {
    const changed = limited({ steps: 8 }, { guards: { continuations: 2, nudgeAfter: 0, stopAfter: 0 } });
    const work = await worked([same, same, same, same, same, same, same, same], changed);
    expect(await standing(work)).toEqual({ state: "max_steps", open: 0, chain: true });
  });
});

describe("the proof before the end", () => {
  const verified = settings({ verify: true });

  test("is asked for once, with the task", async () => {
    const work = await worked([{ text: "Done." }, { text: "It is." }], verified);
    expect(await outline(work)).toEqual([
      "model.asked #1 1",
      "model.replied #1 end",
      "guard.tripped #1 verify",
      "user.said #1 verify",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
    ]);
    const asked = (await work.session.read(messages)).messages[2];
    expect(asked?.role === "user" && textOf(asked.parts)).toContain("<task>\nmend it\n</task>");
  });

  test("is asked for again after any call", async () => {
    const look: Turn = { calls: [call("look", "a")] };
    const work = await worked([{ text: "Done." }, look, { text: "Done." }, { text: "It is." }], verified);
    expect((await outline(work)).filter((line) => line.includes("verify"))).toEqual([
      "guard.tripped #1 verify",
      "user.said #1 verify",
      "guard.tripped #3 verify",
      "user.said #3 verify",
    ]);
  });
});
