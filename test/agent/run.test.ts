/** A whole run, event by event. */
import { expect, test } from "vitest";
import { playing } from "./playing.ts";
import { counting } from "./tools.ts";
import { brief, eventsOf, say, standing, workshop } from "./workshop.ts";

test("a run from a message to its end", async () => {
  const look = counting("look", ["read"]);
  const act = counting("act", ["write"], false);
  const provider = playing([
    {
      text: "I look.",
      calls: [
        { name: "look", input: { text: "a" } },
        { name: "look", input: { text: "b" } },
      ],
    },
    { calls: [{ name: "act", input: { text: "c" } }] },
    { text: "Done." },
  ]);
  const work = await workshop({ provider, tools: [look, act], mode: "accept-edits" });
  await say(work.session, "do it");
  expect((await eventsOf(work)).map(brief)).toMatchInlineSnapshot(`
    [
      "session.opened",
      "mode.changed",
      "user.said user",
      "run.started user",
      "policy.loaded #0",
      "tools.offered #0",
      "model.asked #1 1",
      "model.replied #1 calls",
      "call.allowed #1 call_1_0 reads only",
      "call.allowed #1 call_1_1 reads only",
      "call.started #1 call_1_0",
      "call.started #1 call_1_1",
      "call.finished #1 call_1_0 true",
      "call.finished #1 call_1_1 true",
      "model.asked #2 1",
      "model.replied #2 calls",
      "call.allowed #2 call_2_0 mode accept-edits",
      "call.started #2 call_2_0",
      "call.finished #2 call_2_0 true",
      "model.asked #3 1",
      "model.replied #3 end",
      "run.ended #3 completed finished",
    ]
  `);
  expect([...look.runs, ...act.runs]).toEqual(["a", "b", "c"]);
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
});
