/** Sub-agents: spawned by a call, held to what their parent has, and their report read once. */
import { expect, test } from "vitest";
import { agents } from "../../src/tools/agents/agents.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { acting, agentCall } from "./acting.ts";
import { brief, eventsOf, say, story, workshop } from "./workshop.ts";
import { counting } from "./tools.ts";
import { call } from "./playing.ts";

const agent = agentTool();

test("a call begins a child, waits for it, and has its report as outcome", async () => {
  const look = counting("look", ["read"]);
  const provider = acting({
    "plan it": [{ calls: [agentCall("count them")] }, { text: "There are seven." }],
    "count them": [{ calls: [call("look", "a")] }, { text: "Seven." }],
  });
  const work = await workshop({ provider, tools: [agent, agents, look] });
  await say(work.session, "plan it");
  expect(await story(work)).toMatchInlineSnapshot(`
    [
      "model.asked #1 1",
      "model.replied #1 calls",
      "call.allowed #1 call_1_0 no effects",
      "call.started #1 call_1_0",
      "agent.spawned #1 call_1_0",
      "agent.reported #1 call_1_0 completed true Seven.",
      "call.finished #1 call_1_0 true",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
    ]
  `);
  const [child] = (await work.runtime.list()).filter(({ kind }) => kind === "agent");
  const events = await eventsOf({ ...work, session: { id: child?.id ?? "" } });
  expect(events.map(brief)).toMatchInlineSnapshot(`
    [
      "session.opened",
      "mode.changed",
      "session.named",
      "user.said user",
      "run.started user",
      "policy.loaded #0",
      "context.loaded #0 You were given one task. Do all of it, and nothing beyond it. Your last message is your report: whoever gave you the task reads nothing else of what you did.",
      "tools.offered #0",
      "model.asked #1 1",
      "model.replied #1 calls",
      "call.allowed #1 call_1_0 reads only",
      "call.started #1 call_1_0",
      "call.finished #1 call_1_0 true",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
    ]
  `);
  expect(look.runs).toEqual(["a"]);
});
