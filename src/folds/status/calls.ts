/** The slice of the status that follows the calls of the present reply. */
import type { Handlers } from "../../contract/fold.ts";
import type { Effect, Mode } from "../../contract/terms.ts";
import { isAnswer } from "../is-answer.ts";

/** One call that has no outcome yet. */
export interface OpenCall {
  id: string;
  name: string;
  state: "unjudged" | "asked" | "allowed" | "started";
  effects: Effect[];
  parallel: boolean;
  /** Seq of its last `call.started`, -1 before. */
  started: number;
  asks: "approval" | "question" | null;
  /** The rule that an answer for the session adds. */
  grant: string | undefined;
  /** Modes that it may be answered with. */
  modes: Mode[];
  /** Answers to its questions, in the order in which it asks them. */
  answers: string[];
  /** Its input as a person edited it. */
  edited?: unknown;
}

export interface CallsSlice {
  calls: OpenCall[];
}

export const initialCalls = (): CallsSlice => ({ calls: [] });

export const onCalls = {
  "model.replied": (state, { data }) => {
    if (!isAnswer(data)) return;
    state.calls = data.partial === true ? [] : data.calls.map(({ id, name }) => unjudged(id, name));
  },
  "call.allowed": (state, { data }) => {
    change(state, data.call, { state: "allowed", effects: data.effects, parallel: data.parallel });
  },
  "call.asked": (state, { data }) => {
    const { effects, parallel, kind, grant, modes = [], child } = data;
    change(state, data.call, {
      state: "asked",
      asks: kind,
      grant,
      modes,
      ...(child === undefined && { effects, parallel }),
    });
  },
  "call.answered": (state, { data }) => {
    const call = state.calls.find(({ id }) => id === data.call);
    if (call === undefined) return;
    // It is a sub-agent's matter; the call itself goes on.
    if (data.child !== undefined) return void (call.state = "allowed");
    if (data.decision === "no") return close(state, data.call);
    if (call.asks === "question") call.answers.push(data.text ?? "");
    if (data.input !== undefined) call.edited = data.input;
    call.state = "allowed";
  },
  "call.denied": (state, { data }) => close(state, data.call),
  "call.started": (state, { seq, data }) => change(state, data.call, { state: "started", started: seq }),
  "call.finished": (state, { data }) => close(state, data.call),
} satisfies Handlers<CallsSlice>;

const unjudged = (id: string, name: string): OpenCall => ({
  id,
  name,
  state: "unjudged",
  effects: [],
  parallel: false,
  started: -1,
  asks: null,
  grant: undefined,
  modes: [],
  answers: [],
});

const change = (state: CallsSlice, id: string, fields: Partial<OpenCall>): void => {
  const call = state.calls.find((open) => open.id === id);
  if (call !== undefined) Object.assign(call, fields);
};

const close = (state: CallsSlice, id: string): void => {
  state.calls = state.calls.filter((open) => open.id !== id);
};
