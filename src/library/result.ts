/** What a run comes to. */
import type { Session } from "../contract/runtime.ts";
import type { State, Usage } from "../contract/terms.ts";
import type { Input } from "../contract/tool.ts";
import { readJsonAnswer } from "../folds/json-answer.ts";
import { messages } from "../folds/messages.ts";
import { textOf } from "../contract/message.ts";
import { stateOf, status } from "../folds/status/status.ts";
import { costOf, type Tally } from "../folds/usage.ts";
import { type Ask, openAsks } from "./ask.ts";
import type { Denial, Outcome } from "./outcome.ts";

/** `ok` says whether the work was completed; only then there is `output`, in the type of its schema. */
export type RunResult<Output = undefined> = Completed<Output> | Unfinished;

/** The model ended its work by itself, and the output, if a schema was given, fits it. */
export interface Completed<Output> extends Account {
  readonly ok: true;
  readonly state: "completed";
  readonly output: Output;
  readonly error?: undefined;
}

/** It did not: `error` says why, in a rule's name (`limit cost`, `model authentication`) and in a sentence. */
export interface Unfinished extends Account {
  readonly ok: false;
  readonly state: State;
  readonly output?: undefined;
  readonly error: { readonly why: string; readonly message: string };
}

/** What every result tells. */
export interface Account {
  /** Hand it to `run` to go on with the conversation. */
  readonly session: string;
  /** The last reply of the model. */
  readonly text: string;
  /** Tokens of this run; `input` counts cached ones too. */
  readonly usage: Usage;
  /** Undefined as soon as one price is unknown: an unknown price is never counted as zero. */
  readonly costUsd: number | undefined;
  /** Replies of the model. */
  readonly steps: number;
  /** Calls that were not allowed to run. */
  readonly denied: readonly Denial[];
  /** Calls that wait for an answer; only in the state `waiting_for_input`. */
  readonly asks: readonly Ask[];
}

/** What was heard of the session while the program waited. */
export interface Heard {
  readonly outcome: Outcome;
  readonly usage: Tally;
  /** Whether the run that was waited for has ended; the session may already be at another. */
  readonly own: boolean;
}

export const resultOf = async <Output>(
  session: Session,
  heard: Heard,
  output: Input<Output> | undefined,
): Promise<RunResult<Output>> => {
  const { ended } = heard.outcome;
  const state = heard.own && ended !== null ? ended.state : stateOf(await session.read(status));
  const asks = state === "waiting_for_input" ? await openAsks(session) : [];
  // A session that had come to its end before still has its last word.
  const text = heard.outcome.text || (state === "completed" ? await lastReply(session) : "");
  const { replies, input, output: written, cacheRead, cacheWrite } = heard.usage;
  const account: Account = {
    session: session.id,
    text,
    usage: { input, output: written, cacheRead, cacheWrite },
    costUsd: costOf(heard.usage),
    steps: replies,
    denied: heard.outcome.denied,
    asks,
  };
  if (state !== "completed") return { ...account, ok: false, state, error: whyNot(state, heard.outcome, asks) };
  if (output === undefined) return { ...account, ok: true, state, output: undefined as Output };
  const read = readOutput(text, output);
  if (read.ok) return { ...account, ok: true, state, output: read.value };
  const error = { why: "schema unmet", message: `the answer does not fit its schema: ${read.message}` };
  return { ...account, ok: false, state, error };
};

const whyNot = (state: State, { ended }: Outcome, asks: readonly Ask[]): Unfinished["error"] => {
  if (asks.length > 0)
    return { why: "asked", message: `${asks.map(({ tool }) => tool).join(", ")} waits for an answer` };
  return { why: ended?.why ?? state, message: ended?.message || `the session is ${state}` };
};

// The loop has held the answer against the JSON Schema; what that cannot say is checked here.
const readOutput = <Output>(text: string, output: Input<Output>): ReturnType<Input<Output>["parse"]> => {
  const answer = readJsonAnswer(text);
  return answer.ok ? output.parse(answer.value) : answer;
};

const lastReply = async (session: Session): Promise<string> => {
  const last = (await session.read(messages)).messages.findLast(({ role }) => role === "assistant");
  return last?.role === "assistant" ? textOf(last.parts) : "";
};
