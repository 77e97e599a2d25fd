/** The mind: reads the status and says what to do. Pure; the first rule that answers wins. */
import type { EventData } from "../contract/event.ts";
import { isFull, room, type Trimming, trimming } from "../folds/status/room.ts";
import { undelivered, waitsForAnswer } from "../folds/status/children.ts";
import { messagesDue } from "../folds/status/learning.ts";
import { spending } from "../folds/status/spending.ts";
import type { Status } from "../folds/status/status.ts";
import type { FinalState, Mode, RunSettings } from "../contract/terms.ts";

export type Step =
  | { readonly do: "rest" }
  | { readonly do: "wait" }
  | { readonly do: "deliver"; readonly queued: number }
  | { readonly do: "begin-run"; readonly origin: "user" | "queue" }
  | { readonly do: "close-reply" }
  | { readonly do: "close-calls"; readonly why: "cancelled" | "failed" | "lost" }
  | { readonly do: "prepare" }
  | { readonly do: "judge-calls" }
  | { readonly do: "run-calls"; readonly calls: readonly string[] }
  | { readonly do: "change-mode"; readonly to: Mode }
  | { readonly do: "switch-model"; readonly to: string; readonly why: string }
  | { readonly do: "check-output" }
  | { readonly do: "urge"; readonly with: "continue" | "nudge" | "verify" | "repair" }
  | { readonly do: "warn"; readonly limit: string }
  | {
      readonly do: "trim";
      readonly rule: EventData<"context.trimmed">["rule"];
      readonly outputs: readonly number[];
      readonly tokens: number;
    }
  | { readonly do: "compact"; readonly why: "full" | "refused" | "asked" }
  | { readonly do: "mind-children"; readonly end: boolean }
  | { readonly do: "update-profile" }
  | { readonly do: "think" }
  | {
      readonly do: "end-run";
      readonly state: FinalState;
      readonly why: string;
      readonly message: string;
      readonly guard?: Guard;
    };

type Guard = EventData<"guard.tripped">["guard"];

/** A status while a run is under way. */
interface Running extends Status {
  readonly run: string;
  readonly settings: RunSettings;
}

type Rule = (status: Running) => Step | undefined;

/** What to do now. */
export const next = (status: Status): Step => {
  if (!isRunning(status)) return begin(status);
  for (const rule of rules) {
    const step = rule(status);
    if (step !== undefined) return childrenFirst(status, step);
  }
  return { do: "think" };
};

/** Whether nothing is to be done until someone says something. */
export const atRest = (status: Status): boolean => ["rest", "wait"].includes(next(status).do);

const isRunning = (status: Status): status is Running => status.run !== null && status.settings !== null;

const begin = ({ said, side, window, queue: [first], heard, settings }: Status): Step => {
  if (side !== null) return { do: "close-reply" };
  if (said !== null) return { do: "begin-run", origin: said.origin };
  if (window.focus !== null) return { do: "compact", why: "asked" };
  if (first !== undefined) return { do: "deliver", queued: first.seq };
  return settings?.profile && heard >= messagesDue ? { do: "update-profile" } : { do: "rest" };
};

// A reply that is asked for, or a call that is started, while nobody performs it was lost in a crash: the loop awaits both.
const whereWeAre: readonly Rule[] = [
  function modeWanted({ wantedMode }) {
    return wantedMode === null ? undefined : { do: "change-mode", to: wantedMode };
  },
  function replyLost({ reply, side }) {
    return reply === "asked" || side !== null ? { do: "close-reply" } : undefined;
  },
  function cancelAsked({ cancelAsked, calls }) {
    if (!cancelAsked) return undefined;
    return calls.length > 0 ? { do: "close-calls", why: "cancelled" } : end("cancelled", "cancel asked", "cancelled");
  },
  function callsLost({ calls }) {
    const lost = calls.filter(({ state }) => state === "started");
    if (lost.length === 0) return undefined;
    const again = lost.filter(({ effects }) => effects.every((effect) => effect === "read"));
    return again.length === lost.length
      ? { do: "run-calls", calls: again.map(({ id }) => id) }
      : { do: "close-calls", why: "lost" };
  },
  function callsUnjudged({ calls }) {
    return calls.some(({ state }) => state === "unjudged") ? { do: "judge-calls" } : undefined;
  },
  function callsAllowed({ calls }) {
    const allowed = calls.filter(({ state }) => state === "allowed");
    const parallel = allowed.filter((call) => call.parallel);
    const chosen = parallel.length > 0 ? parallel : allowed.slice(0, 1);
    return chosen.length > 0 ? { do: "run-calls", calls: chosen.map(({ id }) => id) } : undefined;
  },
  function questionsOpen({ calls }) {
    return calls.length > 0 ? { do: "wait" } : undefined;
  },
  function unprepared({ prepared }) {
    return prepared ? undefined : { do: "prepare" };
  },
];

const whatHappened: readonly Rule[] = [
  function refusedAsTooLong(status) {
    const { failure, reply, settings, window } = status;
    if (reply !== "failed" || failure?.category !== "context_overflow" || failure.again) return undefined;
    if (window.stuck || window.refusals > mostCuts) return undefined;
    const cut = window.refusals === 1 ? oldOutputs(status) : undefined;
    if (cut !== undefined) return { do: "trim", rule: "refused", ...cut };
    return settings.compaction === "auto" ? { do: "compact", why: "refused" } : undefined;
  },
  function failedForGood({ failure, reply, model, settings }) {
    if (reply !== "failed" || failure === null || failure.again) return undefined;
    const to = fallbackOf(model, settings);
    if (to !== undefined) return { do: "switch-model", to, why: failure.category };
    const why = failure.category === "context_overflow" ? tooLong(settings) : "";
    return end("error", `model ${failure.category}`, `${why}${failure.message}`);
  },
  function refused({ reply, stop }) {
    return reply === "replied" && stop === "refusal"
      ? end("error", "refusal", "the model refused to answer")
      : undefined;
  },
  function cutOff(status) {
    if (!finished(status) || status.stop !== "max_tokens") return undefined;
    const { continuations } = status.settings.guards;
    if (status.cutOff <= continuations) return { do: "urge", with: "continue" };
    const message = `the reply was cut off ${status.cutOff} times and was not continued again`;
    return { do: "end-run", state: "completed", why: "cut off", message, guard: "continuation" };
  },
  function concluded({ concluded: isConcluded, queue }) {
    if (!isConcluded || queue.some(({ steer }) => steer)) return undefined;
    return end("completed", "concluded", "");
  },
  function noProgress({ same, nudged, reply, settings: { guards } }) {
    if (reply !== "replied" || guards.nudgeAfter === 0 || same < guards.nudgeAfter) return undefined;
    if (!nudged) return { do: "urge", with: "nudge" };
    if (same < guards.nudgeAfter + guards.stopAfter) return undefined;
    const message = `the last ${same} steps made the same calls with the same results`;
    return { do: "end-run", state: "error", why: "no progress", message, guard: "no_progress" };
  },
  function done(status) {
    if (!finished(status) || status.stop === "paused") return undefined;
    if (status.queue.some(({ steer }) => steer) || undelivered(status).length > 0) return undefined;
    if (status.children.length > 0) return waitForChildren(status);
    if (status.settings.verify && !status.verifyAsked) return { do: "urge", with: "verify" };
    return unmetSchema(status) ?? end("completed", "finished", "");
  },
];

const whatComes: readonly Rule[] = [
  function overLimit(status) {
    const over = overIn(status);
    // What they leave of their budgets comes back.
    if (over !== undefined && status.children.length > 0 && withinLimits({ ...status, children: [] }))
      return waitForChildren(status);
    return over && end(over.state, `limit ${over.name}`, `the run reached its limit of ${over.limit} ${over.unit}`);
  },
  function nearLimit(status) {
    // What sub-agents have reserved is not gone.
    const near = spent({ ...status, children: [] }).find(
      ({ limit, used, name }) => limit > 0 && used >= limit * nearShare && !status.warned.includes(name),
    );
    return near && { do: "warn", limit: near.name };
  },
  function compactionAsked({ window }) {
    return window.focus === null ? undefined : { do: "compact", why: "asked" };
  },
  function outputsOld(status) {
    const cut = oldOutputs(status);
    return cut && { do: "trim", rule: "old", ...cut };
  },
  function windowFull(status) {
    const { settings, model, window } = status;
    if (settings.compaction !== "auto") return undefined;
    return isFull(room(status, settings, model), window.floor) ? { do: "compact", why: "full" } : undefined;
  },
];

const overIn = (status: Running) =>
  spent(status).find(({ limit, used, name }) => limit > 0 && used >= limit && !(name === "steps" && retrying(status)));

const withinLimits = (status: Running): boolean => overIn(status) === undefined;

const waitForChildren = ({ children }: Running): Step =>
  children.every(waitsForAnswer) ? { do: "wait" } : { do: "mind-children", end: false };

/** A run ends when all that it began has ended. */
const childrenFirst = ({ children }: Running, step: Step): Step =>
  step.do === "end-run" && children.length > 0 ? { do: "mind-children", end: true } : step;

const unmetSchema: Rule = ({ settings, output, problem, repairs }) => {
  if (settings.output === undefined || output === "fits") return undefined;
  if (output === "unchecked") return { do: "check-output" };
  if (repairs < mostRepairs) return { do: "urge", with: "repair" };
  return end("error", "schema unmet", `the answer does not fit its schema: ${problem}`);
};

/** The fallback after a model, undefined after the last, and after a model that the run does not name. */
export const fallbackOf = (model: string, { model: first, fallbacks = [] }: RunSettings): string | undefined => {
  const order = [first, ...fallbacks.map((fallback) => fallback.model)];
  const place = order.indexOf(model);
  return place === -1 ? undefined : order[place + 1];
};

const rules: readonly Rule[] = [...whereWeAre, ...whatHappened, ...whatComes];

const oldOutputs = (status: Running): Trimming | undefined =>
  status.settings.trim === true ? trimming(status, room(status, status.settings, status.model)) : undefined;

/** How often a request that was refused as too long is made shorter and asked again. */
const mostCuts = 2;

const tooLong = ({ compaction }: RunSettings): string =>
  compaction === "auto"
    ? "the conversation is too long for the model, also after messages made way: "
    : "the conversation is too long for the model, and compaction is off: ";

const nearShare = 0.8;
const mostRepairs = 1;

/** What a run has used of each of its limits. */
const spent = (status: Running) => {
  const { limits } = status.settings;
  const { steps, workMs } = status;
  const { runUsd, sessionUsd, tokens } = spending(status);
  return [
    { name: "steps", state: "max_steps", used: steps, limit: limits.steps, unit: "steps" },
    { name: "time", state: "timed_out", used: workMs, limit: limits.workMs, unit: "ms of work" },
    { name: "cost", state: "budget_exceeded", used: runUsd, limit: limits.costUsd, unit: "USD" },
    {
      name: "session cost",
      state: "budget_exceeded",
      used: sessionUsd,
      limit: limits.sessionCostUsd ?? 0,
      unit: "USD for the session",
    },
    { name: "tokens", state: "budget_exceeded", used: tokens, limit: limits.tokens, unit: "tokens" },
  ] as const;
};

// A step that failed and is tried again was counted when it was first asked.
const retrying = ({ reply }: Running): boolean => reply === "failed";

const finished = ({ reply, called }: Running): boolean => reply === "replied" && called === 0;

const end = (state: FinalState, why: string, message: string): Step => ({ do: "end-run", state, why, message });
