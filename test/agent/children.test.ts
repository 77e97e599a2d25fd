/** Sub-agents: spawned by a call, held to what their parent has, and their report read once. */
import { expect, test } from "vitest";
import type { Delta } from "../../src/contract/delta.ts";
import { textOf } from "../../src/contract/message.ts";
import type { Session } from "../../src/contract/runtime.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { messages } from "../../src/folds/messages.ts";
import { stateOf, status } from "../../src/folds/status/status.ts";
import { taint } from "../../src/folds/taint.ts";
import { usage } from "../../src/folds/usage.ts";
import { openAsks } from "../../src/library/ask.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { agentControl } from "../../src/tools/agents/agent-control.ts";
import { acting, agentCall } from "./acting.ts";
import { childrenOf, kinds, parent, read } from "./family.ts";
import { call } from "./playing.ts";
import { counting, doing } from "./tools.ts";
import { answer, brief, eventsOf, say, standing, story, type Work, workshop } from "./workshop.ts";

const agent = agentTool();

const looking = () => counting("look", ["read"]);

test("a call begins a child, waits for it, and has its report as outcome", async () => {
  const look = counting("look", ["read"]);
  const provider = acting({
    "plan it": [{ calls: [agentCall("count them")] }, { text: "There are seven." }],
    "count them": [{ calls: [call("look", "a")] }, { text: "Seven." }],
  });
  const work = await workshop({ provider, tools: [agent, agentControl, look] });
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
  const child = (await work.runtime.list()).find(({ kind }) => kind === "agent");
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

test("several work side by side, no more than there may be at once", async () => {
  const tasks = ["one", "two", "three", "four"];
  const provider = acting({
    "share it": parent(...tasks.map((task) => agentCall(`task ${task}`))),
    ...Object.fromEntries(tasks.map((task) => [`task ${task}`, [{ text: `did ${task}` }]])),
  });
  const work = await workshop({ provider, tools: [agent, looking()] });
  await say(work.session, "share it");
  expect(await childrenOf(work)).toHaveLength(3);
  const last = (await work.session.read(messages)).messages.findLast(({ role }) => role === "tool");
  expect(last?.role === "tool" && last.results.map(({ parts }) => textOf(parts))).toEqual([
    "did one",
    "did two",
    "did three",
    "Error [blocked]: 3 sub-agents are at work, and there may be 3 at once; wait for one of them",
  ]);
});

test("one in the background reports once, and its parent waits for it", async () => {
  const provider = acting({
    "share it": parent(agentCall("slow task", { run_in_background: true })),
    "slow task": [{ text: "slowly done", delayMs: 5 }],
  });
  const work = await workshop({ provider, tools: [agent, agentControl] });
  await say(work.session, "share it");
  expect(await kinds(work, "agent.reported", "user.said", "run.ended")).toEqual([
    "user.said user",
    expect.stringMatching(/^agent.reported #[12] call_1_0 completed true slowly done$/u),
    expect.stringMatching(/^user.said #[12] agent$/u),
    expect.stringMatching(/^run.ended #[23] completed finished$/u),
  ]);
  expect((await read(work)).split("slowly done")).toHaveLength(2);
});

test("it is offered what its parent has and its definition names, and can call nothing else", async () => {
  const provider = acting({
    "share it": parent(agentCall("look at it", { subagent_type: "looker" })),
    "look at it": [{ calls: [call("act", "x"), call("look", "a"), agentCall("deeper")] }, { text: "looked" }],
  });
  const act = counting("act", ["write"]);
  const look = looking();
  const looker = {
    name: "looker",
    description: "looks",
    tools: ["look", "missing"],
    prompt: "",
    source: "user",
  } as const;
  const work = await workshop({ provider, tools: [agentTool([looker]), look, act], mode: "bypass" });
  await say(work.session, "share it");
  const [child] = await childrenOf(work);
  const told = { ...work, session: await work.runtime.open(child?.id ?? "") };
  expect(await kinds(told, "call.denied", "call.finished")).toEqual([
    "call.denied #1 call_1_0 unknown_tool unknown_tool",
    "call.denied #1 call_1_2 unknown_tool unknown_tool",
    "call.finished #1 call_1_1 true",
  ]);
  expect([act.runs, look.runs]).toEqual([[], ["a"]]);
});

test("they are nested as deep as the settings say", async () => {
  const nested = (task: string) => [{ calls: [agentCall(task)] }, { text: `done with ${task}` }];
  const provider = acting({
    go: nested("first"),
    first: nested("second"),
    second: nested("third"),
    third: nested("x"),
  });
  const work = await workshop({ provider, tools: [agent, agentControl] });
  await say(work.session, "go");
  const deepest = (await childrenOf(work)).find(({ id }) => id.split(".").length === 4);
  const told = { ...work, session: await work.runtime.open(deepest?.id ?? "") };
  expect(await kinds(told, "call.denied", "run.ended")).toEqual([
    "call.denied #1 call_1_0 unknown_tool unknown_tool",
    "run.ended #2 completed finished",
  ]);
});

test.each(["foreground", "background"])("what one in the %s asks is answered through its parent", async (where) => {
  const act = counting("act", ["write"], false);
  const provider = acting({
    "share it": parent(agentCall("change it", { run_in_background: where === "background" })),
    "change it": [{ calls: [call("act", "x"), call("act", "y")] }, { text: "changed" }],
  });
  let work = await workshop({ provider, tools: [agent, act] });
  await say(work.session, "share it");
  for (const decision of ["yes", "no"] as const) {
    expect(stateOf(await work.session.read(status))).toBe("waiting_for_input");
    const [ask] = await openAsks(work.session);
    expect(ask).toMatchObject({ kind: "approval", preview: expect.stringContaining("wants to run act") as unknown });
    await work.session.close();
    work = reopened(work, await work.runtime.open(work.session.id));
    await answer(work.session, ask?.call ?? "", decision, { text: "not that" });
  }
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  expect(act.runs).toEqual(["x"]);
  const [child] = await childrenOf(work);
  expect(await kinds({ ...work, session: { ...work.session, id: child?.id ?? "" } }, "call.answered")).toEqual([
    "call.answered #1 call_1_0 yes not that",
    "call.answered #1 call_1_1 no not that",
  ]);
  expect((await read(work)).split(/changed(?=[\\"])/u)).toHaveLength(2);
});

test("an answer for the session counts for the parent and for those that begin later", async () => {
  const act = counting("act", ["write"], false);
  const acts = (text: string) => [{ calls: [call("act", text)] }, { text: "changed" }];
  const provider = acting({
    "share it": [
      { calls: [agentCall("first change")] },
      { calls: [agentCall("second change")] },
      ...acts("z").map((turn) => turn),
    ],
    "first change": acts("x"),
    "second change": acts("y"),
  });
  const work = await workshop({ provider, tools: [agent, act] });
  await say(work.session, "share it");
  await answer(work.session, "call_1_0", "yes", { scope: "session" });
  expect(act.runs).toEqual(["x", "y", "z"]);
});

test("what a stranger said to it taints its parent", async () => {
  const provider = acting({
    "share it": parent(agentCall("read it")),
    "read it": [{ calls: [call("fetch", "x")] }, { text: "it says: all is well" }],
  });
  const fetch = doing("fetch", () => ({ ...textOutcome("all is well"), taint: ["example.org"] }), { effects: [] });
  const work = await workshop({ provider, tools: [agent, fetch] });
  await say(work.session, "share it");
  expect((await work.session.read(taint)).sources).toEqual(["example.org"]);
  expect(await read(work)).toContain(String.raw`<untrusted source=\"example.org\">`);
});

test("what it costs is its parent's cost", async () => {
  const provider = acting({
    "share it": parent(agentCall("count them")),
    "count them": [{ calls: [call("look", "a")] }, { text: "Seven." }],
  });
  const work = await workshop({ provider, tools: [agent, looking()] });
  await say(work.session, "share it");
  const { costUsd, tokens } = await work.session.read(status);
  const { total } = await work.session.read(usage);
  const each = (100 * 1 + 10 * 10) / 1e6;
  expect([costUsd, total.pricedUsd, tokens, total.replies]).toEqual(
    [4 * each, 4 * each, 440, 4].map((n) => expect.closeTo(n, 9)),
  );
});

const reopened = ({ runtime, store }: Work, session: Session): Work => ({ runtime, store, session });

test("who looks at a session hears what its sub-agents do", async () => {
  const provider = acting({
    "plan it": [{ calls: [agentCall("count them")] }, { text: "There are seven." }],
    "count them": [
      { calls: [call("look", "a"), call("look", "b")] },
      { calls: [call("look", "c")] },
      { text: "Seven." },
    ],
  });
  const work = await workshop({ provider, tools: [agent, looking()] });
  const { session } = work;
  const heard: Delta[] = [];
  session.deltas((deltas) => void heard.push(...deltas.filter(({ kind }) => kind === "agent")));
  await say(session, "plan it");
  const spawned = (await eventsOf(work)).find((event) => event.type === "agent.spawned");
  const told = { session: session.id, seq: spawned?.seq, kind: "agent", child: spawned?.data.child };
  expect(heard).toEqual([
    { ...told, offset: 0, text: "look a\nlook b\n" },
    { ...told, offset: 14, text: "look c\n" },
  ]);
});
