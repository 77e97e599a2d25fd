/** Approvals: a call that needs one waits in the log, over a restart too, and runs as it was approved. */
import { describe, expect, test } from "vitest";
import { textOutcome } from "../../src/contract/tool.ts";
import { messages } from "../../src/folds/messages.ts";
import { call, playing, type Turn } from "./playing.ts";
import { settings } from "./run-settings.ts";
import { counting, doing } from "./tools.ts";
import { answer, eventsOf, say, standing, story, type Work, workshop } from "./workshop.ts";

const once: readonly Turn[] = [{ calls: [call("act", "a")] }, { text: "Done." }];
const twice: readonly Turn[] = [{ calls: [call("act", "a")] }, { calls: [call("act", "b")] }, { text: "Done." }];

const reopened = async (work: Work): Promise<Work> => {
  await work.session.close();
  return { ...work, session: await work.runtime.open(work.session.id) };
};

const refused = (id: string) => ({ ok: false, code: "refused", message: `call ${id} does not wait for an answer` });

const resultsOf = async ({ session }: Work): Promise<string[]> =>
  (await session.read(messages)).messages.flatMap((message) =>
    message.role === "tool" ? message.results.map(({ parts: [part] }) => (part?.type === "text" ? part.text : "")) : [],
  );

describe("a call that needs approval", () => {
  test("waits, and runs when it is given, over a restart", async () => {
    const act = counting("act", ["write"]);
    const asked = await workshop({ provider: playing(once), tools: [act] });
    await say(asked.session, "do it");
    expect(await standing(asked)).toEqual({ state: "waiting_for_input", open: 1, chain: true });
    const work = await reopened(asked);
    await work.session.rest();
    expect([act.runs, await standing(work)]).toEqual([[], { state: "waiting_for_input", open: 1, chain: true }]);
    expect(await answer(work.session, "call_1_0", "yes")).toMatchObject({ ok: true });
    expect(act.runs).toEqual(["a"]);
    expect(await story(work)).toEqual([
      "model.asked #1 1",
      "model.replied #1 calls",
      "call.asked #1 call_1_0 mode default: write",
      "call.answered #1 call_1_0 yes",
      "call.started #1 call_1_0",
      "call.finished #1 call_1_0 true",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
    ]);
  });

  test("does not run when it is refused, and the model reads why", async () => {
    const act = counting("act", ["write"]);
    const work = await workshop({ provider: playing(once), tools: [act] });
    await say(work.session, "do it");
    await answer(work.session, "call_1_0", "no", { text: "use the other file" });
    expect(act.runs).toEqual([]);
    expect(await resultsOf(work)).toEqual(["Error [denied]: the user said no: use the other file"]);
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  });

  test("runs with the input that the person edited, over a restart", async () => {
    const act = counting("act", ["write"]);
    const asked = await workshop({ provider: playing(once), tools: [act] });
    await say(asked.session, "do it");
    const work = await reopened(asked);
    await answer(work.session, "call_1_0", "yes", { input: { text: "edited" } });
    expect([act.runs, await resultsOf(work)]).toEqual([["edited"], ["did edited"]]);
  });

  test("does not run with an edited input that does not fit", async () => {
    const act = counting("act", ["write"]);
    const work = await workshop({ provider: playing(once), tools: [act] });
    await say(work.session, "do it");
    await answer(work.session, "call_1_0", "yes", { input: { wrong: 1 } });
    expect([act.runs, await standing(work)]).toEqual([[], { state: "completed", open: 0, chain: true }]);
    expect((await resultsOf(work))[0]).toMatch(/^Error \[invalid_arguments\]: text: /u);
  });

  test("waits while others run, and each is answered by itself", async () => {
    const act = counting("act", ["write"], false);
    const calls = [call("act", "a"), call("look", "b"), call("act", "c")];
    const work = await workshop({
      provider: playing([{ calls }, { text: "Done." }]),
      tools: [act, counting("look", ["read"])],
    });
    await say(work.session, "do it");
    expect(await standing(work)).toEqual({ state: "waiting_for_input", open: 2, chain: true });
    await answer(work.session, "call_1_2", "yes");
    expect([act.runs, await standing(work)]).toEqual([["c"], { state: "waiting_for_input", open: 1, chain: true }]);
    await answer(work.session, "call_1_0", "yes");
    expect(await resultsOf(work)).toEqual(["did a", "did b", "did c"]);
  });

  test("is asked about with what it would do", async () => {
    const tools = [
      doing("act", () => textOutcome("did it"), {
        targets: () => [{ kind: "path", path: "a.txt", access: "write" }],
        preview: ({ text }) => Promise.resolve(`would do ${text}`),
      }),
      doing("other", () => textOutcome("did it"), { preview: () => Promise.reject(new Error("the file is gone")) }),
    ];
    const provider = playing([{ calls: [call("act", "a"), call("other", "b")] }]);
    const work = await workshop({ provider, tools });
    await say(work.session, "do it");
    const asked = (await eventsOf(work)).filter(({ type }) => type === "call.asked");
    const common = { kind: "approval", rule: "mode default: write", effects: ["write"], parallel: false };
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/u);
    expect(asked.map(({ data }) => data)).toEqual([
      { ...common, call: "call_1_0", name: "act", digest, preview: "would do a", grant: "act(./a.txt)" },
      {
        ...common,
        call: "call_1_1",
        name: "other",
        digest,
        preview: "no preview: the file is gone",
        grant: "other(*)",
      },
    ]);
  });
});

test("an answer once is for once", async () => {
  const work = await workshop({ provider: playing(twice), tools: [counting("act", ["write"])] });
  await say(work.session, "do it");
  await answer(work.session, "call_1_0", "yes");
  expect((await story(work)).at(-1)).toBe("call.asked #2 call_2_0 mode default: write");
});

test("of two answers the first counts", async () => {
  const act = counting("act", ["write"]);
  const work = await workshop({ provider: playing(once), tools: [act] });
  await say(work.session, "do it");
  const outcomes = await Promise.all([answer(work.session, "call_1_0", "yes"), answer(work.session, "call_1_0", "no")]);
  expect(outcomes).toEqual([expect.objectContaining({ ok: true }), refused("call_1_0")]);
  expect(act.runs).toEqual(["a"]);
});

describe("an answer for the session", () => {
  test("allows the same again, over a restart", async () => {
    const act = counting("act", ["write"]);
    const asked = await workshop({ provider: playing(twice), tools: [act] });
    await say(asked.session, "do it");
    const work = await reopened(asked);
    await answer(work.session, "call_1_0", "yes", { scope: "session" });
    expect(act.runs).toEqual(["a", "b"]);
    expect(await story(work)).toContain("call.allowed #2 call_2_0 session act(*)");
  });

  test("forbids the same again, also in bypass", async () => {
    const act = counting("act", ["write"]);
    const work = await workshop({ provider: playing(twice), tools: [act] });
    await say(work.session, "do it");
    await work.session.send({ type: "set-mode", id: "m", mode: "bypass" });
    await answer(work.session, "call_1_0", "no", { scope: "session" });
    expect(act.runs).toEqual([]);
    expect(await resultsOf(work)).toEqual([
      "Error [denied]: the user said no",
      "Error [denied]: the user denied act(*) for this session",
    ]);
  });

  test("is only for what it was given for", async () => {
    const act = doing("act", (text) => textOutcome(`did ${text}`), {
      targets: ({ text }) => [{ kind: "command", command: text }],
    });
    const work = await workshop({ provider: playing(twice), tools: [act] });
    await say(work.session, "do it");
    await answer(work.session, "call_1_0", "yes", { scope: "session" });
    expect(await standing(work)).toEqual({ state: "waiting_for_input", open: 1, chain: true });
  });
});

test("an edited input is never allowed for the session, as the grant would be for the call as it was", async () => {
  const work = await workshop({ provider: playing(once), tools: [counting("act", ["write"])] });
  await say(work.session, "do it");
  expect(await answer(work.session, "call_1_0", "yes", { scope: "session", input: { text: "b" } })).toEqual({
    ok: false,
    code: "refused",
    message: "an edited input is allowed once, not for the session",
  });
});

test("where nobody is there to ask, the call is denied, and the model is told", async () => {
  const act = counting("act", ["write"]);
  const work = await workshop({ provider: playing(once), tools: [act], settings: settings({ onAsk: "deny" }) });
  await say(work.session, "do it");
  expect(act.runs).toEqual([]);
  expect(await story(work)).toContain("call.denied #1 call_1_0 denied headless");
  expect(await resultsOf(work)).toEqual([
    "Error [denied]: act needs a person's approval (mode default: write) and nobody is there to give it; do what you can without it, and say what is left",
  ]);
});

test("an answer that nobody waits for is refused, and changes nothing", async () => {
  const work = await workshop({ provider: playing(once), tools: [counting("act", ["write"])] });
  expect(await answer(work.session, "call_1_0", "yes")).toEqual(refused("call_1_0"));
  await say(work.session, "do it");
  expect(await answer(work.session, "call_9_9", "yes")).toEqual(refused("call_9_9"));
  await answer(work.session, "call_1_0", "yes");
  const { length } = await eventsOf(work);
  expect(await answer(work.session, "call_1_0", "no")).toEqual(refused("call_1_0"));
  expect(await eventsOf(work)).toHaveLength(length);
});
