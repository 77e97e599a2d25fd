/** Closing in the middle of things, and things that break: the log is never left in a state that cannot go on. */
import { describe, expect, test } from "vitest";
import type { Command } from "../../src/contract/command.ts";
import { ProviderError } from "../../src/contract/error.ts";
import { type CallContext, failure, textOutcome, type ToolOutcome } from "../../src/contract/tool.ts";
import { call, playing } from "./playing.ts";
import { fallible, slowStore, slowToClose } from "./stores.ts";
import { counting, doing, hanging } from "./tools.ts";
import { eventsOf, heard, say, standing, story, streamed, tell, type Work, workshop } from "./workshop.ts";

/** Closes the session, and opens it again with the same tools. */
const reopened = async (work: Work): Promise<Work> => {
  await work.session.close();
  return { ...work, session: await work.runtime.open(work.session.id) };
};

/** Hangs when it is run for the first time, until it is told to stop. */
const once =
  (runs: string[]) =>
  async (text: string, { signal, output }: CallContext): Promise<ToolOutcome> => {
    runs.push(text);
    output(`${text} begins`);
    if (runs.length === 1) await new Promise((_, reject) => signal.addEventListener("abort", reject));
    return textOutcome(`did ${text}`);
  };

describe("a session that is closed in the middle of a run", () => {
  test("goes on where the model was asked", async () => {
    const work = await workshop({ provider: playing([{ text: "A long reply, in many pieces.", delayMs: 10 }]) });
    const begun = streamed(work.session, "A long");
    await tell(work.session, "do it");
    await begun;
    const again = await reopened(work);
    expect((await story(again)).at(-1)).toBe("model.asked #1 1");
    expect(await standing(again)).toEqual({ state: "running", open: 0, chain: true });
    await again.session.rest();
    expect(await story(again)).toEqual([
      "model.asked #1 1",
      "model.failed #1 interrupted",
      "model.asked #1 2",
      "model.replied #1 end",
      "run.ended #1 completed finished",
    ]);
  });

  test("keeps what the model had said", async () => {
    const text = "A long reply, in so many pieces that some of them were put aside.";
    const work = await workshop({ provider: playing([{ text, delayMs: 40 }]) });
    const begun = streamed(work.session, "some of them");
    await tell(work.session, "do it");
    await begun;
    const again = await reopened(work);
    await again.session.rest();
    const failed = (await eventsOf(again)).find(({ type }) => type === "model.failed");
    expect(failed?.data).toMatchObject({ parts: [{ text: expect.stringMatching(/^A long reply, in/u) as string }] });
  });

  test("does not run an effect twice, but reads again", async () => {
    const looks: string[] = [];
    const acts: string[] = [];
    const look = doing("look", once(looks), { effects: ["read"], parallel: true });
    const act = doing("act", once(acts), { parallel: true });
    const provider = playing([{ calls: [call("look", "a"), call("act", "b")] }, { text: "Done." }]);
    const work = await workshop({ provider, tools: [look, act], mode: "accept-edits" });
    const begun = streamed(work.session, "b begins", "output");
    await tell(work.session, "do it");
    await begun;
    const again = await reopened(work);
    await again.session.rest();
    expect([looks, acts]).toEqual([["a", "a"], ["b"]]);
    expect((await story(again)).slice(4)).toEqual([
      "call.started #1 call_1_0",
      "call.started #1 call_1_1",
      "call.finished #1 call_1_1 interrupted false",
      "call.finished #1 call_1_0 true",
      "model.asked #2 1",
      "model.replied #2 end",
      "run.ended #2 completed finished",
    ]);
  });

  test("is not said to have been cancelled by a tool that ends late", async () => {
    const quick = hanging("quick", "obedient", { effects: ["read"], parallel: true });
    const late = doing(
      "late",
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => void setTimeout(resolve, 30, failure("told to stop")));
        }),
      { effects: ["read"], parallel: true },
    );
    const provider = playing([{ calls: [call("quick", "a"), call("late", "b")] }, { text: "Done." }]);
    const slow = slowToClose();
    const work = await workshop({ provider, tools: [quick, late], store: slow });
    await tell(work.session, "do it");
    await heard(work.session, "call.started", 2);
    await work.session.close();
    expect((await story(work)).at(-1)).toBe("call.started #1 call_1_1");
  });

  test("goes on where a retry was waited for", async () => {
    const later = new ProviderError("rate_limit", "later", { retryAfterMs: 200 });
    const work = await workshop({ provider: playing([{ text: "Done." }], [later]) });
    const failed = heard(work.session, "model.failed");
    await tell(work.session, "do it");
    await failed;
    const again = await reopened(work);
    await again.session.rest();
    expect(await standing(again)).toEqual({ state: "completed", open: 0, chain: true });
  });

  test("goes on where a call was judged", async () => {
    const previewed = Promise.withResolvers<void>();
    const act = doing("act", () => textOutcome("did it"), {
      preview: () => {
        previewed.resolve();
        return new Promise(() => {});
      },
    });
    const work = await workshop({ provider: playing([{ calls: [call("act", "a")] }]), tools: [act] });
    await tell(work.session, "do it");
    await previewed.promise;
    const again = await reopened(work);
    expect((await story(again)).at(-1)).toBe("model.replied #1 calls");
  });

  test("keeps what was said meanwhile", async () => {
    const work = await workshop({ provider: playing([{ text: "I begin", hangs: true }, { text: "Done." }]) });
    const begun = streamed(work.session, "I begin");
    await tell(work.session, "do it");
    await begun;
    await tell(work.session, "and then?");
    const again = await reopened(work);
    expect((await story(again)).at(-1)).toMatch(/^message\.queued/u);
  });

  test("takes a command that comes while it closes, and does it when it is opened again", async () => {
    const work = await workshop({ provider: playing([{ text: "Done." }]), store: slowToClose() });
    const closing = work.session.close();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    await work.store.post(work.session.id, { type: "say", id: "late", parts: [{ type: "text", text: "do it" }] });
    await closing;
    expect(await work.store.outcome(work.session.id, "late")).toMatchObject({ ok: true });
    const again = await work.runtime.open(work.session.id);
    await again.rest();
    expect(await standing({ ...work, session: again })).toEqual({ state: "completed", open: 0, chain: true });
  });

  test("may be closed twice", async () => {
    const work = await workshop({ provider: playing([]) });
    await work.session.close();
    await work.session.close();
    expect((await work.runtime.open(work.session.id)).id).toBe(work.session.id);
  });
});

test("what is said while a run comes to its end is done without being asked for", async () => {
  const { store, whenWriting } = slowStore("run.ended");
  const work = await workshop({ provider: playing([{ text: "Done." }, { text: "Done again." }]), store });
  void whenWriting.then(() => tell(work.session, "and again"));
  await tell(work.session, "do it");
  await heard(work.session, "run.ended", 2);
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
});

describe("a bug", () => {
  test("in a part of the runtime ends the run, and says so", async () => {
    const source = { name: "broken", gather: () => Promise.reject(new TypeError("no such thing")) };
    const provider = playing([{ text: "Done." }]);
    const work = await workshop({ provider, change: (parts) => ({ ...parts, sources: [source] }) });
    await say(work.session, "do it");
    expect((await eventsOf(work)).at(-1)?.data).toEqual({ state: "error", why: "bug", message: "no such thing" });
    expect(await standing(work)).toEqual({ state: "error", open: 0, chain: true });
  });

  test("beside a running call waits for that call", async () => {
    const release = Promise.withResolvers<void>();
    const slow = doing("slow", () => release.promise.then(() => textOutcome("did it")), {
      effects: ["read"],
      parallel: true,
    });
    let judged = false;
    const targets = () => {
      if (judged) throw new TypeError("no targets");
      judged = true;
      return [];
    };
    const broken = doing("broken", () => textOutcome("never"), { effects: ["read"], parallel: true, targets });
    const provider = playing([{ calls: [call("slow", "a"), call("broken", "b")] }, { text: "Done." }]);
    const work = await workshop({ provider, tools: [slow, broken] });
    await tell(work.session, "do it");
    await heard(work.session, "call.started");
    setTimeout(release.resolve, 20);
    await work.session.rest();
    expect(await story(work)).toContain("call.finished #1 call_1_0 true");
    expect(await standing(work)).toEqual({ state: "error", open: 0, chain: true });
  });

  test("before a run can begin is thrown to whoever waits, once", async () => {
    const work = await workshop({ provider: playing([]), change: (parts) => ({ ...parts, id: noIds }) });
    await tell(work.session, "do it");
    await expect(work.session.rest()).rejects.toThrow("no more ids");
  });
});

describe("a store that fails for a while", () => {
  test("stops the run before an effect that could not be written down, and the run goes on when it works again", async () => {
    const { store, fails } = fallible();
    const act = counting("act", ["write"]);
    const provider = playing([{ calls: [call("act", "a")] }, { text: "Done." }]);
    const work = await workshop({ provider, tools: [act], mode: "accept-edits", store });
    void heard(work.session, "model.asked").then(() => fails(Infinity));
    await tell(work.session, "do it");
    await expect(work.session.rest()).rejects.toMatchObject({ code: "store_failed" });
    expect(act.runs).toEqual([]);
    fails(0);
    await work.session.rest();
    expect(act.runs).toEqual([]);
    expect(await story(work)).toContain("call.finished #1 call_1_0 interrupted false");
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  });

  test("takes a command once, though it failed in between", async () => {
    const { store, fails } = fallible();
    const work = await workshop({ provider: playing([{ text: "Done." }]), store });
    fails(1);
    const first: Command = { type: "say", id: "once", parts: [{ type: "text", text: "do it" }] };
    await expect(work.session.send(first)).rejects.toMatchObject({ code: "store_failed" });
    expect(await work.session.send(first)).toMatchObject({ ok: true });
    await work.session.rest();
    expect((await eventsOf(work)).filter(({ type }) => type === "user.said")).toHaveLength(1);
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  });
});

const noIds = (): string => {
  throw new TypeError("no more ids");
};
