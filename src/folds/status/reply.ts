/** The slice of the status that follows the model's reply of the present step. */
import type { Handlers } from "../../contract/fold.ts";
import type { ModelFailure } from "../../contract/error.ts";
import type { Purpose, StopReason } from "../../contract/terms.ts";
import { isAnswer } from "../is-answer.ts";

export interface ReplySlice {
  reply: "none" | "asked" | "replied" | "failed";
  /** What the model is asked for on the side, and the seq of that `model.asked`. */
  side: { asked: number; purpose: Purpose } | null;
  /** Seq of the last `model.asked` for an answer. */
  asked: number;
  attempt: number;
  /** Attempts of this step with the present model. */
  tries: number;
  failure: { category: ModelFailure; again: boolean; waitMs: number; message: string } | null;
  stop: StopReason | null;
  /** How many calls the reply made. */
  called: number;
  /** Replies in a row that were cut off by the output limit. */
  cutOff: number;
}

export const initialReply = (): ReplySlice => ({
  reply: "none",
  side: null,
  asked: -1,
  attempt: 0,
  tries: 0,
  failure: null,
  stop: null,
  called: 0,
  cutOff: 0,
});

export const onReply = {
  "run.started": (state) => {
    Object.assign(state, initialReply());
  },
  "user.said": (state) => {
    if (state.reply === "replied") state.reply = "none";
  },
  "model.asked": (state, { seq, data }) => {
    if (!isAnswer(data)) {
      state.side = { asked: seq, purpose: data.purpose };
      return;
    }
    const tries = data.attempt === 1 ? 1 : state.tries + 1;
    Object.assign(state, { reply: "asked", asked: seq, attempt: data.attempt, tries, failure: null, stop: null });
  },
  "model.replied": (state, { data }) => {
    if (!isAnswer(data)) {
      state.side = null;
      return;
    }
    state.reply = "replied";
    state.stop = data.stop;
    state.called = data.partial === true ? 0 : data.calls.length;
    state.cutOff = data.stop === "max_tokens" ? state.cutOff + 1 : 0;
  },
  "model.failed": (state, { data }) => {
    if (!isAnswer(data)) {
      state.side = null;
      return;
    }
    const { category, again, waitMs, message = "" } = data;
    state.reply = "failed";
    state.failure = { category, again, waitMs, message };
  },
  "model.switched": (state) => {
    state.tries = 0;
    askAgain(state);
  },
  "context.trimmed": askAgain,
  "context.compacted": askAgain,
  "run.ended": (state) => {
    state.reply = "none";
    state.failure = null;
  },
} satisfies Handlers<ReplySlice>;

/** What failed may go well now: another model is asked, or less is sent. */
function askAgain({ failure }: ReplySlice): void {
  if (failure !== null) Object.assign(failure, { again: true, waitMs: 0 });
}
