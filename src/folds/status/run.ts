/** The slice of the status that follows runs: which one is under way, with what settings, and what it has spent. */
import type { Handlers } from "../../contract/fold.ts";
import { textOf } from "../../contract/message.ts";
import type { FinalState, Mode, RunSettings } from "../../contract/terms.ts";
import { isAnswer } from "../is-answer.ts";
import type { QueueSlice } from "./queue.ts";

export interface RunSlice {
  run: string | null;
  settings: RunSettings | null;
  /** The model that is asked now: the run's own, or a fallback. */
  model: string;
  mode: Mode;
  /** The mode that an answer asked for and that the log does not have yet. */
  wantedMode: Mode | null;
  /** How the last run ended; null while one is under way or before the first. */
  ended: FinalState | null;
  /** Whether this run's context and tools are in the log. */
  prepared: boolean;
  cancelAsked: boolean;
  /** What the user asked of this run, for guards that quote it. */
  task: string;
  /** Model replies over the session, and how many of them this run asked for. */
  step: number;
  steps: number;
  /** Milliseconds of model calls, tool calls and waits for a retry in this run. */
  workMs: number;
  costUsd: number;
  /** Of all runs of the session. */
  sessionCostUsd: number;
  /** For the call that was asked and not answered. */
  reservedUsd: number;
  tokens: number;
  /** Of the last reply, in and out. */
  lastTokens: number;
  /** Limits of this run that were said to be near. */
  warned: string[];
  /** What was said while no run was under way: a run begins on it. */
  said: { text: string; origin: "user" | "queue" } | null;
}

export const initialRun = (): RunSlice => ({
  run: null,
  settings: null,
  model: "",
  mode: "default",
  wantedMode: null,
  ended: null,
  prepared: false,
  cancelAsked: false,
  task: "",
  step: 0,
  steps: 0,
  workMs: 0,
  costUsd: 0,
  sessionCostUsd: 0,
  reservedUsd: 0,
  tokens: 0,
  lastTokens: 0,
  warned: [],
  said: null,
});

export const onRun = {
  // A fork begins with what its parent spent, and has a budget of its own.
  "session.opened": (state) => {
    state.sessionCostUsd = 0;
  },
  "mode.changed": (state, { data }) => {
    state.mode = data.to;
    state.wantedMode = null;
  },
  "call.answered": (state, { data }) => {
    state.wantedMode = data.mode ?? state.wantedMode;
  },
  // Before the queue's slice, which drops what is delivered.
  "user.said": (state, { data }) => {
    if (state.run !== null) return;
    const queued = state.queue.find(({ seq }) => seq === data.delivers);
    const text = queued?.text ?? textOf(data.parts ?? []);
    state.said = { text, origin: data.delivers === undefined ? "user" : "queue" };
  },
  "run.started": (state, { run, data }) => {
    const { mode, step, sessionCostUsd, lastTokens, cancelAsked, said } = state;
    const kept = { mode, step, sessionCostUsd, lastTokens, cancelAsked };
    Object.assign(state, initialRun(), kept, { task: said?.text ?? "" });
    state.run = run ?? "";
    state.settings = data.settings;
    state.model = data.settings.model;
  },
  "tools.offered": (state) => {
    state.prepared = true;
  },
  "cancel.asked": (state) => {
    state.cancelAsked = state.run !== null || state.said !== null;
  },
  "model.asked": (state, { data }) => {
    state.reservedUsd = data.reservedUsd ?? 0;
    if (data.attempt > 1 || !isAnswer(data)) return;
    state.step += 1;
    state.steps += 1;
  },
  "model.switched": (state, { data }) => {
    state.model = data.to;
  },
  "model.replied": (state, { data }) => {
    state.workMs += data.durationMs;
    settle(state, data.costUsd ?? data.estimatedUsd);
    if (data.usage === undefined) return;
    const tokens = data.usage.input + data.usage.output;
    state.tokens += tokens;
    if (isAnswer(data)) state.lastTokens = tokens;
  },
  "model.failed": (state, { data }) => {
    state.workMs += data.durationMs + data.waitMs;
    settle(state, data.estimatedUsd);
  },
  "call.finished": (state, { data }) => {
    state.workMs += data.durationMs;
  },
  "agent.reported": (state, { data }) => {
    const { usage, costUsd = 0, estimatedUsd = 0 } = data;
    state.costUsd += costUsd + estimatedUsd;
    state.sessionCostUsd += costUsd + estimatedUsd;
    state.tokens += usage.input + usage.output;
  },
  "guard.tripped": (state, { data }) => {
    if (data.guard === "limit_near") state.warned.push(data.detail);
  },
  "run.ended": (state, { data }) => {
    state.run = null;
    state.ended = data.state;
    state.cancelAsked = false;
  },
} satisfies Handlers<RunSlice & QueueSlice>;

/** What was reserved becomes what it cost. */
const settle = (state: RunSlice, usd = 0): void => {
  state.reservedUsd = 0;
  state.costUsd += usd;
  state.sessionCostUsd += usd;
};
