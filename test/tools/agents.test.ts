/** The tools of sub-agents: what they ask of the host, and what they say when it says no. */
import { expect, it } from "vitest";
import type { ChildTask, Host } from "../../src/contract/host.ts";
import { contextIn, outcomeOf, toolConformance } from "../../src/testing/conformance/tool.ts";
import { agentControl } from "../../src/tools/agents/agent-control.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { worldWith } from "./workshop.ts";

const report = { session: "s.1", ok: true, text: "seven" };

const host: Host = {
  ask: () => Promise.resolve(""),
  spawn: () => Promise.resolve(report),
  children: {
    list: () => [{ session: "s.1", agent: "coder", title: "count", state: "working" }],
    wait: () => Promise.resolve(),
    tell: () => Promise.resolve(),
    cancel: () => Promise.resolve(),
  },
};

const agent = agentTool([
  { name: "looker", description: "looks", tools: ["grep"], model: "test/small", steps: 3, prompt: "Look." },
  { name: "general-purpose", description: "anything", prompt: "Do it." },
]);

toolConformance(agent, {
  open: () => worldWith({}),
  host,
  good: [
    { description: "count", prompt: "Count them." },
    {
      description: "count",
      prompt: "Count them.",
      subagent_type: "looker",
      run_in_background: true,
      isolation: "worktree",
    },
  ],
  bad: [
    {},
    { description: "count" },
    { description: "", prompt: "x" },
    { description: "a", prompt: "b", isolation: "vm" },
  ],
});

toolConformance(agentControl, {
  open: () => worldWith({}),
  host,
  good: [{ action: "list" }, { action: "wait", id: "s.1" }, { action: "message", id: "s.1", text: "hurry" }],
  bad: [{}, { action: "wait" }, { action: "message", id: "s.1" }, { action: "kill", id: "s.1" }],
});

it("asks for what the type says, and hands on where the report's words are from", async () => {
  const world = await worldWith({});
  const asked: ChildTask[] = [];
  const spawn = (task: ChildTask) => {
    asked.push(task);
    return Promise.resolve({ ...report, taint: ["example.org"] });
  };
  const input = { description: "count", prompt: "Count them.", subagent_type: "looker" };
  const outcome = await outcomeOf(agent, input, contextIn(world, { host: { ...host, spawn } }));
  expect(outcome).toEqual({ ok: true, parts: [{ type: "text", text: "seven" }], taint: ["example.org"] });
  expect(asked).toEqual([
    {
      agent: "looker",
      prompt: "Look.",
      tools: ["grep"],
      model: "test/small",
      steps: 3,
      task: "Count them.",
      title: "count",
      background: false,
      isolation: "none",
    },
  ]);
  const unknown = await outcomeOf(agent, { ...input, subagent_type: "lawyer" }, contextIn(world, { host }));
  expect(unknown).toMatchObject({
    category: "invalid_arguments",
    message: 'there is no agent type "lawyer"; there are looker, general-purpose',
  });
  await world.close();
});
