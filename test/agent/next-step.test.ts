/** The mind, second half: what happened to the reply, and what comes next. A row for each rule, and for each pair whose order matters. */
import type { Step } from "../../src/agent/next.ts";
import {
  allowed,
  asked,
  begun,
  ended,
  failed,
  looked,
  lost,
  queued,
  replied,
  running,
  steered,
  denied,
  finished,
  tripped,
  urged,
  switched,
  checked,
} from "../log/story.ts";
import { ends, holdsTable, type Table, think } from "./next-table.ts";
import { limited, settings } from "./run-settings.ts";

const completed = ends("completed", "finished", "");
const over = (state: "max_steps" | "timed_out" | "budget_exceeded", name: string, limit: string): Step =>
  ends(state, `limit ${name}`, `the run reached its limit of ${limit}`);

const verified = settings({ verify: true });
const fitting = settings({ output: { enum: ["red"] } });
const unguarded = settings({ guards: { continuations: 2, nudgeAfter: 0, stopAfter: 2 } });
const withFallback = settings({ fallbacks: [{ model: "test/other" }] });

const sameThrice = [...looked("a"), ...looked("b"), ...looked("c")];
const nudged = [...sameThrice, tripped("no_progress"), urged("nudge")];
const cutOff = [asked(), replied("and", [], { stop: "max_tokens" })];
const cutOffThrice = [...cutOff, urged("continue"), ...cutOff, urged("continue"), ...cutOff];
const repaired = [asked(), replied("?"), checked(false), tripped("repair"), urged("repair")];
const spentStep = [
  asked(),
  replied("", ["a"], { durationMs: 100, costUsd: 1, usage: { input: 90, output: 10, cacheRead: 0, cacheWrite: 0 } }),
  allowed("a"),
  begun("a"),
  finished("a"),
];
const sessionOver = [...running(), ...spentStep, ended(), ...running(limited({ sessionCostUsd: 1.5 })), ...spentStep];

const table: Table = {
  "what happened": [
    ["failed, tried again", [...running(), asked(), failed()], think],
    [
      "failed for good",
      [...running(), asked(), failed("authentication", false)],
      ends("error", "model authentication", "model authentication"),
    ],
    [
      "failed for good, over a limit",
      [...running(limited({ steps: 1 })), asked(), failed("budget", false)],
      ends("error", "model budget", "model budget"),
    ],
    [
      "failed for good, a fallback left",
      [...running(withFallback), asked(), failed("budget", false)],
      { do: "switch-model", to: "test/other", why: "budget" },
    ],
    ["switched", [...running(withFallback), asked(), failed("budget", false), switched("test/other")], think],
    [
      "failed for good, no fallback left",
      [...running(withFallback), switched("test/other"), asked(), failed("budget", false)],
      ends("error", "model budget", "model budget"),
    ],
    [
      "failed for good with a model that the run does not name",
      [...running(withFallback), switched("test/strange"), asked(), failed("budget", false)],
      ends("error", "model budget", "model budget"),
    ],
    [
      "refused",
      [...running(), asked(), replied("", [], { stop: "refusal" })],
      ends("error", "refusal", "the model refused to answer"),
    ],
    [
      "refused at a limit",
      [...running(limited({ steps: 1 })), asked(), replied("", [], { stop: "refusal" })],
      ends("error", "refusal", "the model refused to answer"),
    ],
    ["cut off", [...running(), ...cutOff], { do: "urge", with: "continue" }],
    ["cut off, over a limit", [...running(limited({ steps: 1 })), ...cutOff], { do: "urge", with: "continue" }],
    ["cut off in a call", [...running(), asked(), replied("", ["a"], { stop: "max_tokens" }), denied("a")], think],
    [
      "cut off thrice",
      [...running(), ...cutOffThrice],
      {
        ...ends("completed", "cut off", "the reply was cut off 3 times and was not continued again"),
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
    ["the same thrice, never to be nudged", [...running(unguarded), ...sameThrice], think],
    ["nudged", [...running(), ...nudged], think],
    ["nudged, the same again", [...running(), ...nudged, ...looked("d")], think],
    [
      "nudged, the same twice again",
      [...running(), ...nudged, ...looked("d"), ...looked("e")],
      {
        ...ends("error", "no progress", "the last 5 steps made the same calls with the same results"),
        guard: "no_progress",
      },
    ],
    ["nudged, something else", [...running(), ...nudged, ...looked("d"), ...looked("e", "new")], think],
    ["nudged, finished", [...running(), ...nudged, asked(), replied("done")], completed],
    ["finished", [...running(), asked(), replied("done")], completed],
    ["finished at a limit", [...running(limited({ steps: 1 })), asked(), replied("done")], completed],
    ["finished, a message queued", [...running(), asked(), queued(), replied("done")], completed],
    ["finished, steered", [...running(), asked(), steered(), replied("done")], think],
    ["finished, steered, proof due", [...running(verified), asked(), steered(), replied("done")], think],
    ["finished, proof due", [...running(verified), asked(), replied("done")], { do: "urge", with: "verify" }],
    ["proved", [...running(verified), asked(), replied("done"), urged("verify"), asked(), replied("it is")], completed],
    [
      "finished after another call",
      [...running(verified), asked(), replied("done"), urged("verify"), ...looked("a"), asked(), replied("it is")],
      { do: "urge", with: "verify" },
    ],
    ["finished, the answer not checked", [...running(fitting), asked(), replied("red")], { do: "check-output" }],
    ["finished, the answer fits", [...running(fitting), asked(), replied("red"), checked(true)], completed],
    [
      "finished, the answer does not fit",
      [...running(fitting), asked(), replied("?"), checked(false)],
      { do: "urge", with: "repair" },
    ],
    ["repaired", [...running(fitting), ...repaired, asked(), replied("red")], { do: "check-output" }],
    [
      "repaired, and does not fit again",
      [...running(fitting), ...repaired, asked(), replied("?"), checked(false)],
      ends("error", "schema unmet", "the answer does not fit its schema: no colour"),
    ],
    [
      "finished, proof due, the answer not checked",
      [...running(settings({ verify: true, output: {} })), asked(), replied("red")],
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
      "over the cost with a reply that was lost",
      [...running(limited({ costUsd: 1 })), asked(1, 1), lost(1)],
      over("budget_exceeded", "cost", "1 USD"),
    ],
    [
      "over the session's cost with a reply that was lost in the run before",
      [...running(), asked(1, 2), lost(2), ended("error"), ...running(limited({ sessionCostUsd: 1.5 }))],
      over("budget_exceeded", "session cost", "1.5 USD for the session"),
    ],
    [
      "a cap that only what was reserved would have passed",
      [...running(limited({ costUsd: 2.5 })), asked(1, 100), ...spentStep.slice(1)],
      think,
    ],
    ["a failure that was not billed", [...running(limited({ costUsd: 1 })), asked(1, 1), failed()], think],
    ["over the session's cost", sessionOver, over("budget_exceeded", "session cost", "1.5 USD for the session")],
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

holdsTable(table);
