/** Sub-agents at work: told, stopped, cancelled, held to a new mode, and gone on with after the disk was full. */
import { expect, test } from "vitest";
import { textOf } from "../../src/contract/message.ts";
import type { Store } from "../../src/contract/store.ts";
import { textOutcome, type ToolOutcome } from "../../src/contract/tool.ts";
import { memory } from "../../src/stores/memory.ts";
import { status } from "../../src/folds/status/status.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { agentControl } from "../../src/tools/agents/agent-control.ts";
import { acting, agentCall } from "./acting.ts";
import { childrenOf, kinds, parent, read } from "./family.ts";
import { call } from "./playing.ts";
import { refusing } from "./stores.ts";
import { counting, doing } from "./tools.ts";
import { cancel, eventsOf, heard, say, standing, tell, workshop } from "./workshop.ts";

const agent = agentTool();

test("a cancel reaches them all before the run ends", async () => {
  const provider = acting({
    "share it": [{ calls: [agentCall("hang"), agentCall("also hang", { run_in_background: true })] }],
    hang: [{ text: "I begin", hangs: true }],
  });
  const work = await workshop({ provider, tools: [agent] });
  await tell(work.session, "share it");
  await heard(work.session, "agent.spawned", 2);
  await new Promise((resolve) => setTimeout(resolve, 30));
  await cancel(work.session);
  await work.session.rest();
  expect((await childrenOf(work)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  expect((await kinds(work, "agent.reported", "run.ended")).map((line) => line.replace(/It ended.*/su, ""))).toEqual([
    expect.stringContaining("cancelled false"),
    expect.stringContaining("cancelled false"),
    "run.ended #1 cancelled cancel asked",
  ]);
});

test("one that is cancelled before it has heard its task ends, too", async () => {
  const provider = acting({ "share it": [{ calls: [agentCall("hang")] }], hang: [{ text: "I begin", hangs: true }] });
  const store = memory();
  const cancelled = Promise.withResolvers<void>();
  const slow: Store = {
    ...store,
    post: async (session, command) => {
      if (command.id === "task") await cancelled.promise;
      await store.post(session, command);
    },
    outcome: async (session, command) => {
      const outcome = await store.outcome(session, command);
      if (command === "cancel" && outcome !== undefined) cancelled.resolve();
      return outcome;
    },
  };
  const work = await workshop({ provider, tools: [agent], store: slow });
  await tell(work.session, "share it");
  await heard(work.session, "agent.spawned");
  await cancel(work.session);
  await work.session.rest();
  expect((await childrenOf(work)).map(({ state }) => state)).toEqual(["cancelled"]);
});

test("one that waits for an answer is stopped, and asks nothing any more", async () => {
  const control = (action: string) => ({ calls: [{ name: "agent_control", input: { action, id: "483ae51b" } }] });
  const provider = acting({
    "share it": [
      { calls: [agentCall("act once", { run_in_background: true })] },
      control("wait"),
      control("stop"),
      { text: "All is done." },
      { text: "Yes." },
    ],
    "act once": [{ calls: [call("act", "x")] }, { text: "acted" }],
  });
  const act = counting("act", ["write"], false);
  const work = await workshop({ provider, tools: [agent, agentControl, act] });
  await say(work.session, "share it");
  expect(await childrenOf(work)).toMatchObject([{ state: "cancelled" }]);
  expect((await work.session.read(status)).children).toEqual([]);
  expect(act.runs).toEqual([]);
});

test("a mode that the parent changes to is its children's, too", async () => {
  const act = counting("act", ["write"], false);
  const provider = acting({
    "share it": parent(agentCall("change it")),
    "change it": [{ calls: [call("wait", "a")] }, { calls: [call("act", "x")] }, { text: "tried" }],
  });
  const [waiting, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = (): Promise<ToolOutcome> => {
    waiting.resolve();
    return gate.promise.then(() => textOutcome("waited"));
  };
  const wait = doing("wait", waits, { effects: ["read"] });
  const work = await workshop({ provider, tools: [agent, act, wait], mode: "accept-edits" });
  await tell(work.session, "share it");
  await waiting.promise;
  const child = await work.runtime.open((await childrenOf(work))[0]?.id ?? "");
  await work.session.send({ type: "set-mode", id: "stricter", mode: "read-only" });
  await heard(child, "mode.changed", 2);
  gate.resolve();
  await work.session.rest();
  expect(act.runs).toEqual([]);
  await child.close();
});

test("one in the background is listed, told and stopped, and waited for", async () => {
  const control = (input: object) => ({ calls: [{ name: "agent_control", input }] });
  const gate = Promise.withResolvers<void>();
  const wait = doing("wait", () => gate.promise.then(() => textOutcome("waited")), { effects: ["read"] });
  const id = "483ae51b";
  const provider = acting({
    "share it": [
      { calls: [agentCall("go slowly", { run_in_background: true })] },
      control({ action: "list" }),
      control({ action: "message", id, text: "look at b, too" }),
      { calls: [call("open", "x"), ...control({ action: "wait", id }).calls] },
      control({ action: "stop", id: "nobody" }),
      { text: "All is done." },
      { text: "Yes." },
    ],
    "go slowly": [{ calls: [call("wait", "a")] }, { text: "went" }],
  });
  const open = doing("open", () => (gate.resolve(), textOutcome("open")), { effects: ["read"], parallel: true });
  const work = await workshop({ provider, tools: [agent, agentControl, wait, open] });
  await say(work.session, "share it");
  const outcomes = (await eventsOf(work)).flatMap(({ type, data }) =>
    type === "call.finished" && data.name === "agent_control" ? [textOf(data.output ?? [])] : [],
  );
  expect(outcomes).toEqual([
    `${work.session.id}.${id} general-purpose: go slowly (working)`,
    "told",
    "it has reported, or waits for the user; a report comes as a message",
    "Error [blocked]: no sub-agent nobody is at work; none is",
  ]);
  const child = { ...work, session: { ...work.session, id: `${work.session.id}.${id}` } };
  expect(JSON.stringify(await eventsOf(child))).toContain("look at b, too");
  expect((await read(work)).split(/went(?=\\n)/u)).toHaveLength(2);
});

test("a store that fails while one works fails the run, and all go on when it is mended", async () => {
  const { store, mend } = refusing("agent.reported");
  const provider = acting({ "share it": parent(agentCall("count them")), "count them": [{ text: "Seven." }] });
  const work = await workshop({ provider, tools: [agent], store });
  await expect(say(work.session, "share it")).rejects.toThrow("the disk is full");
  mend();
  await work.session.close().catch(() => {});
  const again = { ...work, session: await work.runtime.open(work.session.id) };
  await again.session.rest();
  expect(await standing(again)).toEqual({ state: "completed", open: 0, chain: true });
  expect(await kinds(again, "agent.reported")).toHaveLength(1);
});

test.each([{}, { run_in_background: true }])("a cancel ends one that waits for a person (%o)", async (more) => {
  const provider = acting({
    "share it": parent(agentCall("change it", more)),
    "change it": [{ calls: [call("act", "x")] }, { text: "changed" }],
  });
  const act = counting("act", ["write"], false);
  const work = await workshop({ provider, tools: [agent, act] });
  await say(work.session, "share it");
  expect(await standing(work)).toMatchObject({ state: "waiting_for_input" });
  await cancel(work.session);
  await work.session.rest();
  expect([await standing(work), act.runs]).toEqual([{ state: "cancelled", open: 0, chain: true }, []]);
  expect((await childrenOf(work)).map(({ state }) => state)).toEqual(["cancelled"]);
  expect(await kinds(work, "agent.reported")).toHaveLength(1);
  await say(work.session, "again");
  expect(await standing(work)).toMatchObject({ state: "completed" });
});
