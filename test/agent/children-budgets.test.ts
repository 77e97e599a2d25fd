/** The budgets of a tree: whatever its sub-agents do side by side, none above is passed by more than one model call. */
import { expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { spending } from "../../src/folds/status/spending.ts";
import { status } from "../../src/folds/status/status.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { acting, agentCall } from "./acting.ts";
import { call, type Turn } from "./playing.ts";
import { limited } from "./run-settings.ts";
import { counting } from "./tools.ts";
import { eventsOf, say, workshop } from "./workshop.ts";

const callUsd = (100 * 1 + 10 * 10) / 1e6;
const callTokens = 110;

const looking: readonly Turn[] = Array.from({ length: 12 }, (_, index) => ({
  delayMs: 1,
  calls: [call("look", `at ${index}`)],
}));

const three = (...tasks: string[]): Turn => ({ calls: tasks.map((task) => agentCall(task)) });

/** Six that work at once, three of them a floor deeper; all would go on for longer than they may. */
const provider = acting({
  "use it up": [three("low a", "low b", "high"), three("low a"), ...looking],
  high: [three("low c", "low d", "low e"), ...looking],
  ...Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`low ${name}`, looking])),
});

test.each([1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30])("a budget of %i model calls", async (calls) => {
  const limits = { costUsd: calls * callUsd, tokens: 0 };
  const work = await workshop({
    provider,
    tools: [agentTool(), counting("look", ["read"])],
    settings: limited(limits),
  });
  await say(work.session, "use it up");
  const trees = await Promise.all((await work.runtime.list()).map(({ id }) => eventsOf({ ...work, session: { id } })));
  const replies = trees.flat().filter(({ type }) => type === "model.replied").length;
  expect(replies).toBeGreaterThanOrEqual(Math.min(calls, 2));
  expect(replies).toBeLessThanOrEqual(calls + 1);
  const now = await work.session.read(status);
  expect(spending(now).runUsd).toBeCloseTo(replies * callUsd, 9);
  expect(ownLimits(trees.flat())).toEqual([]);
});

test.each([3, 7, 20])("a budget of the tokens of %i model calls", async (calls) => {
  const limits = { tokens: calls * callTokens };
  const work = await workshop({
    provider,
    tools: [agentTool(), counting("look", ["read"])],
    settings: limited(limits),
  });
  await say(work.session, "use it up");
  const now = await work.session.read(status);
  expect(now.children).toEqual([]);
  expect(now.tokens).toBeLessThanOrEqual((calls + 1) * callTokens);
});

/** Sub-agents that spent more than was reserved for them, by more than one call. */
const ownLimits = (events: readonly Event[]): unknown[] => {
  const reserved = new Map<string, number>();
  for (const { type, data } of events) if (type === "agent.spawned") reserved.set(data.child, data.limits.costUsd);
  return events.filter(
    ({ type, data }) =>
      type === "agent.reported" && (data.costUsd ?? 0) > (reserved.get(data.child) ?? 0) + callUsd * 1.001,
  );
};
