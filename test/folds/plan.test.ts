/** The model's plan: only a call that went well changes it. */
import { expect, test } from "vitest";
import type { EventData, NewEvent } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import { plan } from "../../src/folds/plan.ts";
import { placed } from "../log/story.ts";

const first = [{ step: "look", status: "in_progress" }];
const second = [{ step: "look", status: "completed" }];

const started = (call: string, input: unknown, name = "update_plan"): NewEvent => ({
  type: "call.started",
  data: { call, name, effects: [], input },
});
const ended = (call: string, more: Partial<EventData<"call.finished">> = {}): NewEvent => ({
  type: "call.finished",
  data: { call, name: "update_plan", ok: true, mark: "m", durationMs: 1, chars: 1, ...more },
});

test.each([
  ["nothing yet", [], []],
  ["a plan counts when its call has finished", [started("a", { steps: first })], []],
  ["it is there", [started("a", { steps: first }), ended("a")], first],
  [
    "the next replaces it",
    [started("a", { steps: first }), ended("a"), started("b", { steps: second }), ended("b")],
    second,
  ],
  [
    "a failed one does not",
    [started("a", { steps: first }), ended("a"), started("b", { steps: second }), ended("b", { ok: false })],
    first,
  ],
  ["an erased one does not", [started("a", { steps: first }), ended("a"), started("b", undefined), ended("b")], first],
  ["another tool's steps are no plan", [started("a", { steps: first }, "look"), ended("a", { name: "look" })], []],
  ["a call with a hostile id is a call", [started("__proto__", { steps: first }), ended("constructor")], []],
])("%s", (_, events, steps) => {
  expect(foldOf(plan, placed(...events)).steps).toEqual(steps);
});

test("the explanation comes along, and nothing is left behind", () => {
  const events = placed(started("a", { steps: first, explanation: "why" }), ended("a"));
  expect(foldOf(plan, events)).toEqual({ steps: first, explanation: "why", proposed: {} });
});
