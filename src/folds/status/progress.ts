/** The slice of the status that sees whether the run gets anywhere: identical steps, and proof before completion. */
import type { EventData } from "../../contract/event.ts";
import type { Handlers } from "../../contract/fold.ts";
import { isAnswer } from "../is-answer.ts";

export interface ProgressSlice {
  /** Calls of the present step that have no outcome yet, and the marks of those that have. */
  awaited: number;
  marks: string[];
  /** The marks of the last whole step, and how many steps in a row had the same. */
  last: string;
  same: number;
  nudged: boolean;
  /** Whether proof was asked for since the last call. */
  verifyAsked: boolean;
  /** Whether the answer fits its schema, and how often it was sent back. */
  output: "unchecked" | "fits" | "unfit";
  problem: string;
  repairs: number;
  /** Whether the output of a call is the answer of the run. */
  concluded: boolean;
  /** The guard that tripped since a model was last asked. */
  tripped: EventData<"guard.tripped">["guard"] | null;
}

export const initialProgress = (): ProgressSlice => ({
  awaited: 0,
  marks: [],
  last: "",
  same: 0,
  nudged: false,
  verifyAsked: false,
  output: "unchecked",
  problem: "",
  repairs: 0,
  concluded: false,
  tripped: null,
});

export const onProgress = {
  "run.started": (state) => {
    Object.assign(state, initialProgress());
  },
  "model.replied": (state, { data }) => {
    if (!isAnswer(data)) return;
    state.awaited = data.partial === true ? 0 : data.calls.length;
    state.marks = [];
  },
  "guard.tripped": (state, { data }) => {
    if (data.guard !== "limit_near" && data.guard !== "checkpoint") state.tripped = data.guard;
  },
  "output.checked": (state, { data }) => {
    state.output = data.ok ? "fits" : "unfit";
    state.problem = data.problem ?? "";
  },
  "model.asked": (state, { data }) => {
    if (!isAnswer(data)) return;
    state.output = "unchecked";
    state.concluded = false;
    state.tripped = null;
  },
  "call.started": (state) => {
    state.verifyAsked = false;
  },
  "call.finished": (state, { data }) => {
    if (data.concludes === true) state.concluded = true;
    outcome(state, data.mark);
  },
  "call.denied": (state, { data }) => outcome(state, data.mark),
  "call.answered": (state, { seq, data }) => {
    if (data.decision === "no" && data.child === undefined) outcome(state, String(seq));
  },
  "user.said": (state, { data }) => {
    if (data.origin === "nudge") state.nudged = true;
    if (data.origin === "repair") state.repairs += 1;
    if (data.origin === "verify") state.verifyAsked = true;
  },
} satisfies Handlers<ProgressSlice>;

const outcome = (state: ProgressSlice, mark: string): void => {
  state.marks.push(mark);
  state.awaited -= 1;
  if (state.awaited > 0) return;
  const step = state.marks.sort().join(" ");
  if (step === state.last) state.same += 1;
  else Object.assign(state, { last: step, same: 1, nudged: false });
};
