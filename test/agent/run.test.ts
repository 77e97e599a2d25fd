import { expect, test } from "vitest";
import { brief, counting, eventsOf, playing, say, workshop } from "./workshop.ts";

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
  const { runtime, store } = await workshop({ provider, tools: [look, act] });
  const session = await runtime.create({ cwd: "/tmp" });
  await session.send({ type: "set-mode", id: "m", mode: "accept-edits" });
  await say(session, "do it");
  expect((await eventsOf(store, session.id)).map(brief)).toMatchInlineSnapshot(`
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
  expect(await runtime.verify(session.id)).toMatchObject({ ok: true });
});

test("an approval stops the run until it is answered", async () => {
  const act = counting("act", ["write"], false);
  const provider = playing([{ calls: [{ name: "act", input: { text: "c" } }] }, { text: "Done." }]);
  const { runtime, store } = await workshop({ provider, tools: [act] });
  const session = await runtime.create({ cwd: "/tmp" });
  await say(session, "do it");
  expect(act.runs).toEqual([]);
  await session.close();
  const again = await runtime.open(session.id);
  const outcome = await again.send({ type: "answer", id: "a", call: "call_1_0", decision: "yes" });
  expect(outcome).toMatchObject({ ok: true });
  await again.rest();
  expect(act.runs).toEqual(["c"]);
  expect((await eventsOf(store, session.id)).slice(5).map(brief)).toMatchInlineSnapshot(`
    [
      "model.asked #1 1",
      "model.replied #1 calls",
      "call.asked #1 call_1_0 mode default: write",
      "call.answered #1 call_1_0",
      "call.started #1 call_1_0",
      "call.finished #1 call_1_0 true",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
    ]
  `);
});
