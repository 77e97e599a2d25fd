/** The mind as a table: one row for each rule, and one for each pair of rules whose order matters. */
import { describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/contract/event.ts";
import { applyTo } from "../../src/contract/fold.ts";
import { next, type Step } from "../../src/agent/next.ts";
import { guardTransition } from "../../src/folds/status/legal.ts";
import { status } from "../../src/folds/status/status.ts";
import {
  allowed,
  answered,
  asked,
  began,
  begun,
  callAsked,
  cancelAsked,
  delivered,
  denied,
  ended,
  failed,
  finished,
  looked,
  placed,
  queued,
  replied,
  running,
  said,
  steered,
  tripped,
  urged,
  withdrawn,
} from "../log/story.ts";
import { limited, settings } from "./run-settings.ts";

type Row = readonly [what: string, history: readonly NewEvent[], step: Step];

const rest: Step = { do: "rest" };
const wait: Step = { do: "wait" };
const think: Step = { do: "think" };
const run = (...calls: string[]): Step => ({ do: "run-calls", calls });
const cancelled: Step = { do: "end-run", state: "cancelled", why: "cancel asked", message: "cancelled" };
const completed: Step = { do: "end-run", state: "completed", why: "finished", message: "" };
const over = (state: "max_steps" | "timed_out" | "budget_exceeded", name: string, limit: string): Step => ({
  do: "end-run",
  state,
  why: `limit ${name}`,
  message: `the run reached its limit of ${limit}`,
});

const called = (...calls: string[]): NewEvent[] => [...running(), asked(), replied("", calls)];
const sameThrice = [...looked("a"), ...looked("b"), ...looked("c")];
const nudged = [...sameThrice, tripped("no_progress"), urged("nudge")];
const cutOff = [asked(), replied("and", [], { stop: "max_tokens" })];
const cutOffThrice = [...cutOff, urged("continue"), ...cutOff, urged("continue"), ...cutOff];
const spentStep = [
  asked(),
  replied("", ["a"], { durationMs: 100, costUsd: 1, usage: { input: 90, output: 10, cacheRead: 0, cacheWrite: 0 } }),
  allowed("a"),
  begun("a"),
  finished("a"),
];

const table: Record<string, readonly Row[]> = {
  "between runs": [
    ["nothing said", [], rest],
    ["said", [said()], { do: "begin-run", origin: "user" }],
    ["the run ended", [...running(), asked(), replied("done"), ended()], rest],
    ["said, then queued", [said(), queued()], { do: "begin-run", origin: "user" }],
    ["queued in the run before", [...running(), queued(), ended()], { do: "deliver", queued: 3 }],
    ["two queued", [...running(), queued(), steered(), ended()], { do: "deliver", queued: 3 }],
    ["queued, withdrawn", [...running(), queued(), withdrawn(3), ended()], rest],
    ["delivered", [...running(), queued(), ended(), delivered(3)], { do: "begin-run", origin: "queue" }],
  ],
  "where we are": [
    ["a reply lost", [...running(), asked()], { do: "close-reply" }],
    ["a reply lost, cancel asked", [...running(), asked(), cancelAsked], { do: "close-reply" }],
    ["cancel asked", [...running(), cancelAsked], cancelled],
    ["cancel asked before the run has begun", [said(), cancelAsked], { do: "begin-run", origin: "user" }],
    ["cancel asked before the run had begun", [said(), cancelAsked, began()], cancelled],
    ["cancel asked before the preparation", [said(), began(), cancelAsked], cancelled],
    ["cancel asked, a call unjudged", [...called("a"), cancelAsked], { do: "close-calls", why: "cancelled" }],
    ["cancel asked, a call allowed", [...called("a"), allowed("a"), cancelAsked], closed("cancelled")],
    ["cancel asked, a call lost", [...called("a"), allowed("a"), begun("a"), cancelAsked], closed("cancelled")],
    ["cancel asked, a question open", [...called("a"), callAsked("a"), cancelAsked], closed("cancelled")],
    ["cancel asked, failed for good", [...running(), asked(), failed("budget", false), cancelAsked], cancelled],
    ["cancel asked, finished", [...running(), asked(), replied("done"), cancelAsked], cancelled],
    ["cancel asked, over a limit", [...running(limited({ steps: 1 })), ...looked("a"), cancelAsked], cancelled],
    ["a read lost", [...called("a", "b"), allowed("a"), allowed("b"), begun("a")], run("a")],
    ["a call without effects lost", [...called("a"), allowed("a", []), begun("a", [])], run("a")],
    ["a write lost", [...called("a"), allowed("a", ["write"]), begun("a", ["write"])], closed("lost")],
    [
      "a read and a write lost",
      [...called("a", "b"), allowed("a"), allowed("b", ["write"]), begun("a"), begun("b", ["write"])],
      closed("lost"),
    ],
    ["a call lost, one unjudged", [...called("a", "b"), allowed("a"), begun("a")], run("a")],
    ["calls unjudged", called("a", "b"), { do: "judge-calls" }],
    ["one allowed, one unjudged", [...called("a", "b"), allowed("a")], { do: "judge-calls" }],
    ["one asked, one unjudged", [...called("a", "b"), callAsked("a")], { do: "judge-calls" }],
    ["parallel calls allowed", [...called("a", "b"), allowed("a"), allowed("b")], run("a", "b")],
    [
      "two that want to be alone",
      [...called("a", "b"), allowed("a", ["write"], false), allowed("b", ["write"], false)],
      run("a"),
    ],
    [
      "parallel ones, and one that wants to be alone",
      [...called("a", "b", "c"), allowed("a", ["write"], false), allowed("b"), allowed("c")],
      run("b", "c"),
    ],
    ["one allowed, a question open", [...called("a", "b"), callAsked("a"), allowed("b")], run("b")],
    ["a question open", [...called("a"), callAsked("a")], wait],
    ["a question of a tool open", [...called("a"), allowed("a"), begun("a"), callAsked("a", "question")], wait],
    ["a question answered", [...called("a"), callAsked("a"), answered("a")], run("a")],
    ["a question answered with no", [...called("a"), callAsked("a"), answered("a", "no")], think],
    [
      "a question open, over a limit",
      [...running(limited({ steps: 1 })), asked(), replied("", ["a"]), callAsked("a")],
      wait,
    ],
    ["a run begun", [said(), began()], { do: "prepare" }],
  ],
  "what happened": [
    ["failed, tried again", [...running(), asked(), failed()], think],
    [
      "failed for good",
      [...running(), asked(), failed("authentication", false)],
      { do: "end-run", state: "error", why: "model authentication", message: "model authentication" },
    ],
    [
      "failed for good, over a limit",
      [...running(limited({ steps: 1 })), asked(), failed("budget", false)],
      { do: "end-run", state: "error", why: "model budget", message: "model budget" },
    ],
    [
      "refused",
      [...running(), asked(), replied("", [], { stop: "refusal" })],
      { do: "end-run", state: "error", why: "refusal", message: "the model refused to answer" },
    ],
    [
      "refused at a limit",
      [...running(limited({ steps: 1 })), asked(), replied("", [], { stop: "refusal" })],
      { do: "end-run", state: "error", why: "refusal", message: "the model refused to answer" },
    ],
    ["cut off", [...running(), ...cutOff], { do: "urge", with: "continue" }],
    ["cut off, over a limit", [...running(limited({ steps: 1 })), ...cutOff], { do: "urge", with: "continue" }],
    ["cut off in a call", [...running(), asked(), replied("", ["a"], { stop: "max_tokens" }), denied("a")], think],
    [
      "cut off thrice",
      [...running(), ...cutOffThrice],
      {
        do: "end-run",
        state: "completed",
        why: "cut off",
        message: "the reply was cut off 3 times and was not continued again",
        guard: "continuation",
      },
    ],
    ["cut off, continued, finished", [...running(), ...cutOff, urged("continue"), asked(), replied("done")], completed],
    ["the same thrice", [...running(), ...sameThrice], { do: "urge", with: "nudge" }],
    [
      "the same thrice, over a limit",
      [...running(limited({ steps: 3 })), ...sameThrice],
      { do: "urge", with: "nudge" },
    ],
    ["the same thrice, never to be nudged", [...running(unguarded()), ...sameThrice], think],
    ["nudged", [...running(), ...nudged], think],
    ["nudged, the same again", [...running(), ...nudged, ...looked("d")], think],
    [
      "nudged, the same twice again",
      [...running(), ...nudged, ...looked("d"), ...looked("e")],
      {
        do: "end-run",
        state: "error",
        why: "no progress",
        message: "the last 5 steps made the same calls with the same results",
        guard: "no_progress",
      },
    ],
    ["nudged, something else", [...running(), ...nudged, ...looked("d"), ...looked("e", "new")], think],
    ["nudged, finished", [...running(), ...nudged, asked(), replied("done")], completed],
    ["finished", [...running(), asked(), replied("done")], completed],
    ["finished at a limit", [...running(limited({ steps: 1 })), asked(), replied("done")], completed],
    ["finished, a message queued", [...running(), asked(), queued(), replied("done")], completed],
    ["finished, steered", [...running(), asked(), steered(), replied("done")], think],
    ["finished, steered, proof due", [...running(verified()), asked(), steered(), replied("done")], think],
    ["finished, proof due", [...running(verified()), asked(), replied("done")], { do: "urge", with: "verify" }],
    [
      "proved",
      [...running(verified()), asked(), replied("done"), urged("verify"), asked(), replied("it is")],
      completed,
    ],
    [
      "finished after another call",
      [...running(verified()), asked(), replied("done"), urged("verify"), ...looked("a"), asked(), replied("it is")],
      { do: "urge", with: "verify" },
    ],
    ["paused by the provider", [...running(), asked(), replied("wait", [], { stop: "paused" })], think],
  ],
  "what comes": [
    ["over the steps", [...running(limited({ steps: 1 })), ...spentStep], over("max_steps", "steps", "1 steps")],
    [
      "over the time",
      [...running(limited({ workMs: 110 })), ...spentStep],
      over("timed_out", "time", "110 ms of work"),
    ],
    ["over the cost", [...running(limited({ costUsd: 1 })), ...spentStep], over("budget_exceeded", "cost", "1 USD")],
    [
      "over the tokens",
      [...running(limited({ tokens: 100 })), ...spentStep],
      over("budget_exceeded", "tokens", "100 tokens"),
    ],
    [
      "over two limits",
      [...running(limited({ steps: 1, tokens: 1 })), ...spentStep],
      over("max_steps", "steps", "1 steps"),
    ],
    [
      "steered over a limit",
      [...running(limited({ steps: 1 })), asked(), steered(), replied("done")],
      over("max_steps", "steps", "1 steps"),
    ],
    ["near a limit", [...running(limited({ tokens: 125 })), ...spentStep], { do: "warn", limit: "tokens" }],
    [
      "near two limits",
      [...running(limited({ tokens: 125, costUsd: 1.25 })), ...spentStep],
      { do: "warn", limit: "cost" },
    ],
    ["warned", [...running(limited({ tokens: 125 })), ...spentStep, tripped("limit_near", "tokens")], think],
    [
      "over one limit, near another",
      [...running(limited({ steps: 1, tokens: 125 })), ...spentStep],
      over("max_steps", "steps", "1 steps"),
    ],
    [
      "the last step is tried again",
      [...running(limited({ steps: 1 })), asked(), failed(), tripped("limit_near", "steps")],
      think,
    ],
    [
      "tried again over the time",
      [...running(limited({ workMs: 15 })), asked(), failed()],
      over("timed_out", "time", "15 ms of work"),
    ],
    [
      "limits count from the run's first step",
      [...running(), ...looked("a"), ended(), ...running(limited({ steps: 1 }))],
      think,
    ],
    ["nothing else", running(), think],
    ["a step done", [...running(), ...looked("a")], think],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (_, history, step) => {
    expect(next(after(history))).toEqual(step);
  });
});

/** The status after a history, each of whose events is legal. */
function after(history: readonly NewEvent[]) {
  const state = status.initial();
  for (const event of placed(...history)) {
    guardTransition(state, event);
    applyTo(status, state, event);
  }
  return state;
}

function closed(why: "cancelled" | "lost"): Step {
  return { do: "close-calls", why };
}

function verified() {
  return settings({ verify: true });
}

function unguarded() {
  return settings({ guards: { continuations: 2, nudgeAfter: 0, stopAfter: 2 } });
}
