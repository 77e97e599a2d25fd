/** The status: what its slices make of a history, which events it refuses, and what holds of every history it takes. */
import { describe, expect, test } from "vitest";
import type { EventType, NewEvent } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import { spending } from "../../src/folds/status/spending.ts";
import { stateOf, status, type Status } from "../../src/folds/status/status.ts";
import { limited } from "../agent/run-settings.ts";
import { histories } from "../log/histories.ts";
import { holds } from "../log/holds.ts";
import { guardedLog } from "../log/guarded-log.ts";
import {
  allowed,
  answered,
  asked,
  askedOnTheSide,
  began,
  begun,
  callAsked,
  cancelAsked,
  context,
  delivered,
  denied,
  ended,
  failed,
  finished,
  looked,
  lost,
  mode,
  named,
  offered,
  openedSession,
  placed,
  policy,
  queued,
  replied,
  reported,
  running,
  said,
  spawned,
  tripped,
  withdrawn,
} from "../log/story.ts";
import { faults } from "./faults.ts";

const after = (...history: readonly NewEvent[]): Status => foldOf(status, placed(...history));
const called = (...calls: string[]): NewEvent[] => [...running(), asked(), replied("", calls)];

/** A step whose two calls come to outcomes of these marks. */
const marked = (one: string, other: string): NewEvent[] =>
  [
    [asked(), replied("", ["a", "b"]), denied("a", one)],
    [allowed("b"), begun("b"), finished("b", "", other)],
  ].flat();

describe("the slices", () => {
  test("name the state after every event of a run", () => {
    const history = [
      [said(), began(), offered, asked(), replied("", ["a", "b"]), callAsked("a"), allowed("b"), begun("b")],
      [finished("b"), answered("a"), begun("a"), finished("a"), asked(), replied("done"), ended()],
    ].flat();
    expect(history.map((_, index) => stateOf(after(...history.slice(0, index + 1))))).toEqual(
      [
        ["idle", "running", "running", "running", "running", "running", "running", "waiting_for_tool"],
        ["waiting_for_input", "running", "waiting_for_tool", "running", "running", "running", "completed"],
      ].flat(),
    );
  });

  test("a run that is to be cancelled does not wait for a person", () => {
    expect(stateOf(after(...called("a"), callAsked("a"), cancelAsked))).toBe("running");
  });

  test("count what a run has spent, and begin anew with the next one", () => {
    const usage = { input: 90, output: 10, cacheRead: 0, cacheWrite: 0 };
    const step = [asked(), failed("server", true, 5), asked(2), replied("", ["a"], { usage, costUsd: 0.5 })];
    const spent = after(...running(), ...step, allowed("a"), begun("a"), finished("a"));
    const { steps, step: all, workMs, costUsd, tokens, attempt } = spent;
    expect({ steps, all, workMs, costUsd, tokens, attempt }).toEqual({
      steps: 1,
      all: 1,
      workMs: 35,
      costUsd: 0.5,
      tokens: 100,
      attempt: 2,
    });
    const again = after(...running(), ...looked("a"), ended("error"), ...running(limited({ steps: 7 })));
    expect(again).toMatchObject({ steps: 0, step: 1, workMs: 0, ended: null, settings: { limits: { steps: 7 } } });
  });

  test("count what is reserved until it is answered, and then what it cost or is taken to have cost", () => {
    const at = (...history: readonly NewEvent[]) => {
      const { costUsd, sessionCostUsd, reservedUsd } = after(...running(), ...history);
      return { costUsd, sessionCostUsd, reservedUsd };
    };
    const one = { costUsd: 1, sessionCostUsd: 1, reservedUsd: 0 };
    expect(at(asked(1, 8))).toEqual({ costUsd: 0, sessionCostUsd: 0, reservedUsd: 8 });
    expect(spending(after(...running(), asked(1, 8)))).toEqual({ runUsd: 8, sessionUsd: 8, tokens: 0 });
    expect(at(asked(1, 8), replied("done", [], { costUsd: 1 }))).toEqual(one);
    expect(at(asked(1, 8), replied("done", [], { estimatedUsd: 1 }))).toEqual(one);
    expect(at(asked(1, 8), lost(1))).toEqual(one);
    expect(at(asked(1, 8), lost(1), asked(2, 8))).toEqual({ ...one, reservedUsd: 8 });
    expect(at(asked(1, 8), failed())).toEqual({ costUsd: 0, sessionCostUsd: 0, reservedUsd: 0 });
    expect(at(asked())).toEqual({ costUsd: 0, sessionCostUsd: 0, reservedUsd: 0 });
  });

  test("the mode outlives the run", () => {
    expect(after(mode("bypass"), ...running(), ended(), said(), began())).toMatchObject({ mode: "bypass" });
  });

  test("a run's task is what was said for it, also when it was queued", () => {
    expect(after(said("mend it"), began()).task).toBe("mend it");
    expect(after(...running(), queued("then test it"), ended(), delivered(3), began())).toMatchObject({
      task: "then test it",
      queue: [],
    });
  });

  test("steps are the same while their calls and results are, in whatever order they finish", () => {
    expect(after(...running(), ...marked("x", "y"), ...marked("y", "x"))).toMatchObject({ same: 2, awaited: 0 });
    expect(after(...running(), ...marked("x", "y"), ...marked("x", "z"))).toMatchObject({ same: 1 });
  });

  test("a person's no is never the same twice", () => {
    const step = [asked(), replied("", ["a"]), callAsked("a"), answered("a", "no")];
    expect(after(...running(), ...step, ...step, ...step)).toMatchObject({ same: 1 });
  });

  test("answers are kept in the order of the questions, and an edited input beside them", () => {
    const pause = [begun("a"), callAsked("a", "question")];
    const history = [...called("a"), callAsked("a"), answered("a", "yes", { input: { text: "b" } })];
    expect(
      after(...history, ...pause, answered("a", "yes", { text: "red" }), ...pause, answered("a", "yes", { text: "" })),
    ).toMatchObject({ calls: [{ id: "a", state: "allowed", answers: ["red", ""], edited: { text: "b" } }] });
  });
});

/** For each kind: a history after which it is legal, and one after which it is not, unless it always is. */
const transitions: Record<EventType, { event: NewEvent; legal: NewEvent[]; illegal?: readonly NewEvent[][] }> = {
  "session.opened": { event: openedSession, legal: [] },
  "session.named": { event: named("mine"), legal: running() },
  "policy.loaded": { event: policy, legal: running() },
  "mode.changed": { event: mode("bypass"), legal: called("a") },
  "run.started": { event: began(), legal: [said()], illegal: [running()] },
  "run.ended": {
    event: ended(),
    legal: running(),
    illegal: [[], [...running(), asked()], called("a"), [...called("a"), callAsked("a")], [...running(), ended()]],
  },
  "user.said": { event: said(), legal: running(), illegal: [[...running(), asked()], called("a")] },
  "message.queued": { event: queued(), legal: called("a") },
  "message.withdrawn": { event: withdrawn(3), legal: [...running(), queued()] },
  "cancel.asked": { event: cancelAsked, legal: called("a"), illegal: [[], [...running(), ended()]] },
  "context.loaded": {
    event: context("be brief"),
    legal: [said(), began()],
    illegal: [[...running(), asked()], called("a")],
  },
  "context.compacted": {
    event: { type: "context.compacted", data: { by: "mine", from: 0, to: 1, summarised: false } },
    legal: [...running(), ended()],
    illegal: [[...running(), asked()], [...running(), askedOnTheSide], called("a")],
  },
  "context.trimmed": {
    event: { type: "context.trimmed", data: { rule: "old", outputs: [3], tokens: 20_000 } },
    legal: running(),
    illegal: [[...running(), asked()], [...running(), askedOnTheSide], called("a")],
  },
  "compaction.asked": {
    event: { type: "compaction.asked", data: { by: "user", focus: "the tests" } },
    legal: called("a"),
    illegal: [[], [said()]],
  },
  "skill.used": {
    event: { type: "skill.used", data: { name: "review", source: "user", digest: "d", by: "agent" } },
    legal: called("a"),
  },
  "tools.offered": { event: offered, legal: [said(), began()] },
  "model.asked": {
    event: asked(),
    legal: running(),
    illegal: [[said()], [...running(), asked()], [...running(), askedOnTheSide], called("a")],
  },
  "model.replied": { event: replied("done"), legal: [...running(), asked()], illegal: [running(), called()] },
  "model.failed": {
    event: failed(),
    legal: [...running(), asked()],
    illegal: [running(), [...running(), asked(), failed()]],
  },
  "model.switched": {
    event: { type: "model.switched", data: { from: "test/turns", to: "test/other", why: "server" } },
    legal: [...running(), asked(), failed()],
    illegal: [[], [...running(), asked()]],
  },
  "profile.learned": {
    event: { type: "profile.learned", data: { version: 1, by: "user", digest: "d", text: "likes tabs" } },
    legal: [],
  },
  "profile.cleared": { event: { type: "profile.cleared", data: { by: "user" } }, legal: [] },
  "output.checked": {
    event: { type: "output.checked", data: { ok: true } },
    legal: [...running(), asked(), replied("done")],
    illegal: [running(), [...running(), asked()]],
  },
  "call.allowed": { event: allowed("a"), legal: called("a"), illegal: [called("b"), [...called("a"), allowed("a")]] },
  "call.denied": {
    event: denied("a"),
    legal: [...called("a"), callAsked("a")],
    illegal: [[...called("a"), allowed("a"), begun("a")]],
  },
  "call.asked": { event: callAsked("a"), legal: called("a"), illegal: [[...called("a"), allowed("a")]] },
  "call.answered": {
    event: answered("a"),
    legal: [...called("a"), callAsked("a")],
    illegal: [called("a"), [...called("a"), callAsked("a"), answered("a")]],
  },
  "call.started": {
    event: begun("a"),
    legal: [...called("a"), allowed("a")],
    illegal: [called("a"), [...called("a"), callAsked("a")], [...called("a"), allowed("a"), begun("a")]],
  },
  "call.finished": {
    event: finished("a"),
    legal: [...called("a"), allowed("a"), begun("a")],
    illegal: [called("a"), [...called("a"), denied("a")]],
  },
  "agent.spawned": {
    event: spawned("c"),
    legal: [...called("a"), allowed("a"), begun("a")],
    illegal: [[], [...running(), spawned("c")]],
  },
  "agent.reported": {
    event: reported("c"),
    legal: [...running(), spawned("c")],
    illegal: [running(), [...running(), spawned("c"), reported("c")]],
  },
  "guard.tripped": { event: tripped("verify"), legal: running() },
  "secret.redacted": {
    event: {
      type: "secret.redacted",
      data: { place: "call.finished", found: [{ kind: "key", digest: "d", count: 1 }] },
    },
    legal: called("a"),
  },
  "injection.flagged": {
    event: { type: "injection.flagged", data: { source: "example.org", shapes: ["orders"] } },
    legal: called("a"),
  },
  "files.saved": {
    event: { type: "files.saved", data: { snapshot: "a", changes: 0 } },
    legal: called("a"),
  },
  "files.restored": {
    event: { type: "files.restored", data: { to: "a", from: "b", snapshot: "a", changes: 1, kept: 0, edited: 0 } },
    legal: called("a"),
  },
  "egress.opened": {
    event: { type: "egress.opened", data: { host: "example.org", port: 443, allowed: true, rule: "allowed" } },
    legal: called("a"),
  },
  "body.erased": { event: { type: "body.erased", data: { seqs: [1], by: "user" } }, legal: running() },
  "log.signed": {
    event: { type: "log.signed", data: { seq: 0, count: 1, seal: "s", key: "k", signature: "x" } },
    legal: running(),
  },
};

describe("the transitions", () => {
  test.each(Object.entries(transitions))("%s", async (_, { event, legal, illegal = [] }) => {
    const taken = await guardedLog(legal);
    expect((await taken.append(event)).at(-1)?.type).toBe(event.type);
    for (const history of illegal) {
      const refused = await guardedLog(history);
      const before = JSON.stringify(refused.read(status));
      await expect(refused.append(event)).rejects.toMatchObject({
        name: "InvalidStateTransition",
        code: "invalid_transition",
      });
      expect((await refused.events()).map(({ type }) => type)).toEqual(history.map(({ type }) => type));
      expect(JSON.stringify(refused.read(status))).toBe(before);
    }
  });

  test("the refusal says what is wrong", async () => {
    const { append } = await guardedLog([...called("a"), callAsked("a")]);
    await expect(append(ended())).rejects.toThrow(
      "run.ended is not possible while waiting_for_input: no call is open must hold",
    );
  });
});

test("every history that is taken is in order", async () => {
  await holds(histories({ legalOnly: false }), async (history) => {
    expect(faults(await history())).toEqual([]);
  });
});
