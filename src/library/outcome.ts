/** The fold `outcome`: what came of the runs that a program waited for. */
import type { Fold } from "../contract/fold.ts";
import { textOf } from "../contract/message.ts";
import type { FinalState } from "../contract/terms.ts";
import { isAnswer } from "../folds/is-answer.ts";

/** A call that was not allowed to run, and why. */
export interface Denial {
  readonly tool: string;
  readonly call: string;
  /** `headless` when it needed a person and none was there. */
  readonly rule: string;
  readonly reason: string;
}

export interface Outcome {
  /** The text of the last reply, with those that it continues. */
  text: string;
  /** Whether the next reply continues the text. */
  continues: boolean;
  denied: Denial[];
  ended: { state: FinalState; why: string; message: string } | null;
}

export const outcome: Fold<Outcome> = {
  name: "outcome",
  version: 1,
  initial: () => ({ text: "", continues: false, denied: [], ended: null }),
  on: {
    "run.started": (state) => Object.assign(state, outcome.initial(), { denied: state.denied }),
    "user.said": (state, { data }) => {
      state.continues = data.origin === "continue";
    },
    "model.replied": (state, { data }) => {
      if (!isAnswer(data)) return;
      const text = textOf(data.parts ?? []);
      state.text = state.continues ? state.text + text : text;
      state.continues = false;
    },
    "call.finished": (state, { data }) => {
      if (data.concludes === true) state.text = textOf(data.output ?? []);
    },
    // What had arrived of a reply is better than nothing, until there is a whole one.
    "model.failed": (state, { data }) => {
      if (state.text === "" && isAnswer(data)) state.text = textOf(data.parts ?? []);
    },
    "call.denied": (state, { data: { name: tool, call, rule, reason = "" } }) => {
      state.denied.push({ tool, call, rule, reason });
    },
    "run.ended": (state, { data: { state: final, why, message = "" } }) => {
      state.ended = { state: final, why, message };
    },
  },
};
