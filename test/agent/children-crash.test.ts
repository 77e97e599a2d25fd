/** The crash test of a tree: all sessions are cut after every line that any of them wrote, and the tree must end as the whole one did. */
import { expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import type { Session } from "../../src/contract/runtime.ts";
import type { Store } from "../../src/contract/store.ts";
import { textOf } from "../../src/contract/message.ts";
import { openAsks } from "../../src/library/ask.ts";
import { genesis, verifyChain } from "../../src/log/chain.ts";
import { builtInAgents } from "../../src/tools/agents/built-in.ts";
import { agentControl } from "../../src/tools/agents/agent-control.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { acting, agentCall } from "./acting.ts";
import { assembled, type Bench } from "./assembled.ts";
import { journal, storeOf } from "./journal.ts";
import { call, type Turn } from "./playing.ts";
import { counting } from "./tools.ts";
import { eventsOf, workshop } from "./workshop.ts";

type Parts = Readonly<Record<string, readonly Turn[]>>;

const background = { run_in_background: true };

/** Two side by side, one of which has a child of its own. */
const nested: Parts = {
  "do it": [
    { calls: [agentCall("left half"), agentCall("right half")] },
    { calls: [call("act", "end")] },
    { text: "Done." },
  ],
  "left half": [{ calls: [call("act", "l")] }, { calls: [agentCall("quarter")] }, { text: "left is done" }],
  quarter: [{ calls: [call("look", "q")] }, { text: "the quarter is done" }],
  "right half": [{ calls: [call("look", "r"), call("act", "r")] }, { text: "right is done" }],
};

/** Some that nobody waits for until the end, one of which cannot even begin. */
const beside: Parts = {
  "do it": [
    { calls: [agentCall("aside", background), agentCall("broken", { ...background, subagent_type: "broken" })] },
    { calls: [call("act", "mine"), { name: "agent_control", input: { action: "list" } }] },
    { text: "I have done my part." },
    { text: "Now all is done." },
    { text: "Yes, all." },
    { text: "All of it." },
  ],
  aside: [{ text: "aside is done", delayMs: 1 }],
};

/** Approvals of a child and of its child. */
const asking: Parts = {
  "do it": [{ calls: [agentCall("change it")] }, { text: "Done." }],
  "change it": [{ calls: [call("act!", "one")] }, { calls: [agentCall("change more")] }, { text: "changed" }],
  "change more": [{ calls: [call("act!", "two")] }, { text: "changed more" }],
};

test.each([
  ["of two halves", nested],
  ["with one in the background", beside],
  ["that asks", asking],
])("a tree %s that is cut after any line ends as if nothing had happened", async (_, parts) => {
  const { store, entries } = journal();
  const { bench } = benchOf(parts);
  const work = await workshop({ ...bench, store, mode: "accept-edits" });
  await perform(work.session);
  const whole = await outcomeOf(store);
  const first = entries.findIndex((entry) => "line" in entry) + 1;
  for (let cut = first; cut <= entries.length; cut += 1) {
    const again = await storeOf(entries.slice(0, cut));
    const resumed = await assembled(benchOf(parts).bench, again).open(work.session.id);
    await perform(resumed);
    await resumed.close();
    expect({ cut, tree: await outcomeOf(again) }).toEqual({ cut, tree: whole });
  }
});

const benchOf = (parts: Parts): { bench: Bench } => {
  const broken = { name: "broken", description: "has no model", prompt: "", model: "none/none" };
  const tools = [
    agentTool([...builtInAgents, broken]),
    agentControl,
    counting("look", ["read"]),
    counting("act", ["write"], false),
    asked(),
  ];
  return { bench: { provider: acting(parts), tools } };
};

/** Is asked about in the mode that edits need not be. */
const asked = () => counting("act!", ["execute"], false);

/** Says the task, and yes to all that is asked. */
const perform = async (session: Session): Promise<void> => {
  await session.rest();
  await session.send({ type: "set-mode", id: "mode", mode: "accept-edits" });
  await session.send({ type: "say", id: "first", parts: [{ type: "text", text: "do it" }] });
  await session.rest();
  for (;;) {
    const [ask] = await openAsks(session);
    if (ask === undefined) return;
    await session.send({ type: "answer", id: `yes ${ask.preview}`, call: ask.call, decision: "yes" });
    await session.rest();
  }
};

/** What must be the same of each session: how it ended, what it began that has an effect, what came of its sub-agents and how often that was told. */
const outcomeOf = async (store: Store) => {
  const stored = (await store.list()).map(({ id }) => id).sort();
  return Promise.all(
    stored.map(async (id) => {
      const events = await eventsOf({ store, session: { id } });
      const { ok: chain } = await verifyChain(id, genesis(id), store.read(id));
      return { id, chain, ...told(events) };
    }),
  );
};

const told = (events: readonly Event[]) => ({
  ends: events.flatMap(({ type, data }) => (type === "run.ended" ? [data.state] : [])),
  effects: events.flatMap(({ type, data }) =>
    type === "call.started" && data.name.startsWith("act") ? [(data.input as { text: string }).text] : [],
  ),
  children: events.flatMap(({ type, data }) => (type === "agent.spawned" ? [data.child] : [])).sort(),
  reports: events.flatMap(({ type, data }) => (type === "agent.reported" ? [`${data.child} ${data.text}`] : [])).sort(),
  delivered: events.filter(({ type, data }) => type === "user.said" && data.origin === "agent").length,
  outcomes: events
    .flatMap(({ type, data }) =>
      type === "call.finished" && data.name === "agent" ? [`${data.call} ${textOf(data.output ?? [])}`] : [],
    )
    .sort(),
});
