/** Sub-agents in the library: types of one's own, whose cost and questions are the run's. */
import { expect, test } from "vitest";
import { agent, tools } from "../../src/index.ts";
import { acting, agentCall } from "../agent/acting.ts";
import { call } from "../agent/playing.ts";
import { noting } from "./workshop.ts";

const model = acting({
  "make soup": [{ calls: [agentCall("taste it", { subagent_type: "taster" })] }, { text: "It needs salt." }],
  "taste it": [{ calls: [call("taste", "soup")] }, { text: "Salt is missing." }],
});

test("a type of one's own works with the tools that it names, and its questions are the run's", async () => {
  const { tool: taste, noted } = noting("taste");
  const taster = { name: "taster", description: "tastes", prompt: "You taste.", tools: ["taste"] };
  const prices = { input: 1, output: 10 };
  const cook = agent({ model, tools: [taste, tools.agent([taster])], onAsk: "pause", prices, maxAgents: 2 });
  const waiting = await cook.run("make soup");
  const [ask] = waiting.asks;
  expect(ask).toMatchObject({
    kind: "approval",
    preview: expect.stringContaining("agent taster wants to run taste soup") as unknown,
  });
  const done = await cook.answer(ask ?? { session: "", call: "" }, "yes");
  expect([done.ok, done.text, noted]).toEqual([true, "It needs salt.", ["soup"]]);
  expect(waiting.steps + done.steps).toBe(4);
  expect((waiting.costUsd ?? 0) + (done.costUsd ?? 0)).toBeCloseTo(4 * 0.0002, 9);
});
