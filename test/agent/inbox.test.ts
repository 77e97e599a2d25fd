/** Commands from elsewhere: a second runtime, or a second process, speaks through the inbox while the first one works. */
import { fork } from "node:child_process";
import { on, once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Command, Outcome } from "../../src/contract/command.ts";
import type { Session } from "../../src/contract/runtime.ts";
import type { Holder } from "../../src/contract/store.ts";
import { stateOf, status } from "../../src/folds/status/status.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { newDirectory } from "../stores/directory.ts";
import { assembled } from "./assembled.ts";
import { call, playing, type Turn } from "./playing.ts";
import { counting } from "./tools.ts";
import {
  answer,
  cancel,
  eventsOf,
  heard,
  say,
  standing,
  story,
  streamed,
  tell,
  type Work,
  workshop,
} from "./workshop.ts";

/** Another process that is alive: the one that started this one. */
const other: Holder = { ...thisHolder(), pid: process.ppid, started: "" };

/** A session that one runtime holds, and as another runtime sees it. */
const shared = async (
  turns: readonly Turn[],
): Promise<{ work: Work; guest: Session; directory: string; runs: string[] }> => {
  const directory = newDirectory();
  const act = counting("act", ["write"]);
  const work = await workshop({ provider: playing(turns), tools: [act], store: sqlite(directory) });
  const elsewhere = assembled({ provider: playing([]), holder: other }, sqlite(directory));
  const guest = await elsewhere.open(work.session.id);
  onTestFinished(async () => {
    await guest.close();
    await elsewhere.close();
    await work.runtime.close();
  });
  return { work, guest, directory, runs: act.runs };
};

const asking: readonly Turn[] = [{ calls: [call("act", "a")] }, { text: "Done." }, { text: "Done again." }];

describe("a second runtime", () => {
  test("says, and waits for the end", async () => {
    const { work, guest } = await shared([{ text: "Done." }]);
    await say(guest, "do it");
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
    expect(stateOf(await guest.read(status))).toBe("completed");
  });

  test("answers", async () => {
    const { work, guest, runs } = await shared(asking);
    await say(guest, "do it");
    expect([runs, stateOf(await guest.read(status))]).toEqual([[], "waiting_for_input"]);
    await answer(guest, "call_1_0", "yes");
    expect(runs).toEqual(["a"]);
    expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  });

  test("cancels", async () => {
    const { work, guest } = await shared([{ text: "I begin to", hangs: true }]);
    await tell(work.session, "do it");
    await heard(work.session, "model.asked");
    expect(await cancel(guest)).toMatchObject({ ok: true });
    await work.session.rest();
    expect(await standing(work)).toEqual({ state: "cancelled", open: 0, chain: true });
  });

  test("says and cancels at once", async () => {
    const { work, guest } = await shared([{ text: "I begin to", hangs: true }]);
    const outcomes = await Promise.all([tell(guest, "do it"), cancel(guest)]);
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }]);
    await guest.rest();
    expect(await standing(work)).toEqual({ state: "cancelled", open: 0, chain: true });
  });

  test("queues what it says while a run is under way", async () => {
    const { work, guest } = await shared([{ text: "I begin", delayMs: 60 }, { text: "Done." }]);
    const begun = streamed(work.session, "I beg");
    await tell(work.session, "do it");
    await begun;
    await tell(guest, "and then?");
    await guest.rest();
    expect((await story(work)).filter((line) => /^(?:message|user|run)\./u.test(line))).toEqual([
      "message.queued #1",
      "run.ended #1 completed finished",
      "user.said user",
      "run.started queue",
      "run.ended #2 completed finished",
    ]);
  });

  test("is told why it was refused", async () => {
    const { guest } = await shared([]);
    expect(await cancel(guest)).toEqual({
      ok: false,
      code: "refused",
      message: "no run is under way, so there is nothing to cancel",
    });
  });

  test("hears every event once and in order", async () => {
    const { work, guest } = await shared(asking);
    const seqs: number[] = [];
    guest.events(0, ({ seq }) => seqs.push(seq));
    await say(work.session, "do it");
    await answer(guest, "call_1_0", "yes");
    const { length } = await eventsOf(work);
    await expect.poll(() => seqs.length).toBe(length);
    expect(seqs).toEqual(seqs.map((_, index) => index));
  });

  test("takes the session over when it is let go", async () => {
    const { work, guest, directory, runs } = await shared(asking);
    await say(work.session, "do it");
    await work.session.close();
    await guest.close();
    const act = counting("act", ["write"]);
    const elsewhere = assembled({ provider: playing(asking), tools: [act], holder: other }, sqlite(directory));
    const session = await elsewhere.open(work.session.id);
    await answer(session, "call_1_0", "yes");
    expect([runs, act.runs]).toEqual([[], ["a"]]);
    expect(await standing({ ...work, session })).toEqual({ state: "completed", open: 0, chain: true });
    await elsewhere.close();
  });
});

test("a second process says, answers and cancels", async () => {
  const { work, directory, runs } = await shared([...asking.slice(0, 2), { text: "I begin to", hangs: true }]);
  const { send } = await otherProcess(directory, work.session.id);
  expect(await send({ type: "say", id: "1", parts: [{ type: "text", text: "do it" }] })).toMatchObject({ ok: true });
  await heard(work.session, "call.asked");
  expect(await send({ type: "answer", id: "2", call: "call_1_0", decision: "yes" })).toMatchObject({ ok: true });
  await heard(work.session, "run.ended");
  expect(runs).toEqual(["a"]);
  expect(await send({ type: "say", id: "3", parts: [{ type: "text", text: "go on" }] })).toMatchObject({ ok: true });
  await heard(work.session, "model.asked", 3);
  expect(await send({ type: "cancel", id: "4" })).toMatchObject({ ok: true });
  await heard(work.session, "run.ended", 2);
  expect(await standing(work)).toEqual({ state: "cancelled", open: 0, chain: true });
});

test("a process that was killed is known to be gone, and whoever comes next takes the session over", async () => {
  const directory = newDirectory();
  const elsewhere = (holder: Holder) => {
    const runtime = assembled({ provider: playing([{ text: "Done." }]), holder }, sqlite(directory));
    onTestFinished(() => runtime.close());
    return runtime;
  };
  const runtime = elsewhere(thisHolder());
  const { id, close } = await runtime.create({ cwd: directory });
  await close();
  const child = await otherProcess(directory, id);
  const store = sqlite(directory);
  onTestFinished(() => store.close());
  const guest = await elsewhere(other).open(id);
  await child.kill();
  await store.post(id, { type: "say", id: "say", parts: [{ type: "text", text: "do it" }] });
  await expect(guest.rest()).rejects.toMatchObject({ code: "held", hint: `go on with: kelson run -r ${id}` });
  const session = await runtime.open(id);
  await session.rest();
  expect(await standing({ runtime, store, session })).toEqual({ state: "completed", open: 0, chain: true });
  await session.close();
});

describe("a command that is sent again", () => {
  const doIt: Command = { type: "say", id: "once", parts: [{ type: "text", text: "do it" }] };

  test("counts once", async () => {
    const work = await workshop({ provider: playing([{ text: "Done." }]) });
    const outcomes = [await work.session.send(doIt), await work.session.send(doIt)];
    await work.session.rest();
    outcomes.push(await work.session.send(doIt));
    expect(outcomes).toEqual(outcomes.map(() => ({ ok: true, seq: 1 })));
    expect((await eventsOf(work)).filter(({ type }) => type === "user.said")).toHaveLength(1);
  });

  test("counts once from wherever it comes", async () => {
    const { work, guest } = await shared([{ text: "Done." }]);
    const outcomes = await Promise.all([guest.send(doIt), work.session.send(doIt), guest.send(doIt)]);
    expect(outcomes).toEqual(outcomes.map(() => ({ ok: true, seq: 1 })));
    await work.session.rest();
    expect((await eventsOf(work)).filter(({ type }) => type === "user.said")).toHaveLength(1);
  });

  test("counts once in a session that was carried elsewhere", async () => {
    const work = await workshop({ provider: playing([{ text: "Done." }]) });
    await work.session.send(doIt);
    await work.session.rest();
    const there = await workshop({ provider: playing([]) });
    await there.runtime.import(work.runtime.export(work.session.id));
    const session = await there.runtime.open(work.session.id);
    expect(await session.send(doIt)).toEqual({ ok: true, seq: 1 });
    expect((await eventsOf({ ...there, session })).filter(({ type }) => type === "user.said")).toHaveLength(1);
  });

  test("is not taken for another that has a strange name", async () => {
    const work = await workshop({ provider: playing([{ text: "Done." }]) });
    for (const [index, id] of ["constructor", "__proto__", "toString"].entries()) {
      const outcome = await work.session.send({ type: "name", id, title: id });
      expect({ id, outcome }).toEqual({ id, outcome: { ok: true, seq: index + 1 } });
    }
  });
});

/** A process of its own that opens the session; commands go through it one at a time. */
const otherProcess = async (directory: string, session: string) => {
  const child = fork(new URL("guest-process.ts", import.meta.url), [directory, session], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const replies = on(child, "message");
  const reply = async (): Promise<unknown> => ((await replies.next()).value as unknown[])[0];
  await reply();
  return {
    send: async (command: Command): Promise<Outcome> => {
      child.send(command);
      return (await reply()) as Outcome;
    },
    kill: async (): Promise<void> => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
};
