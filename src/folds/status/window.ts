/** The slice of the status that follows what fills the window: as providers counted it, and estimates of what came since. */
import type { ModelFailure } from "../../contract/error.ts";
import type { Handlers } from "../../contract/fold.ts";
import type { ContentPart } from "../../contract/message.ts";
import { charsOf, usualRate } from "../chars.ts";
import { isAnswer } from "../is-answer.ts";
import { isKept, markerTokens } from "../trimmed.ts";
import type { RunSlice } from "./run.ts";

export interface WindowSlice {
  window: {
    /** What the next request takes: the last one and its reply as they were counted, and an estimate of what came since. */
    tokens: number;
    /** Characters a token, by model. */
    rates: Record<string, number>;
    /** The fewest tokens that a model refused as too many. */
    refused: Record<string, number>;
    /** How often the request of the present step was refused as too long. */
    refusals: number;
    /** The last request: its seq and its characters. */
    asked: { seq: number; chars: number };
    /** Seq of the last request that was answered: what came later, no model has read. */
    read: number;
    toolChars: number;
    /** Characters of queued messages, by seq. */
    queued: Record<string, number>;
    /** Outputs that may be cut and are worth it, oldest first. */
    outputs: { readonly seq: number; readonly tokens: number }[];
    /** Tokens after the last cut, or when none could be made: there is nothing more to gain until there are more. */
    floor: number;
    /** Whether no message could make way since a model was last asked. */
    stuck: boolean;
    /** What a summary that a person asked for should keep in any case; null when none is asked for. */
    focus: string | null;
  };
}

export const initialWindow = (): WindowSlice => ({
  window: {
    tokens: 0,
    rates: {},
    refused: {},
    refusals: 0,
    asked: { seq: -1, chars: 0 },
    read: -1,
    toolChars: 0,
    queued: {},
    outputs: [],
    floor: 0,
    stuck: false,
    focus: null,
  },
});

/** Characters a token of the model that is asked now. */
export const rateOf = ({ window, model }: Needed): number => window.rates[model] ?? usualRate;

type Needed = WindowSlice & Pick<RunSlice, "model" | "settings">;

/** An output that takes less is left alone. */
const leastTokens = 400;

export const onWindow = {
  "tools.offered": (state, { data: { tools } }) => {
    if (tools === undefined) return;
    const chars = charsOf(tools);
    add(state, chars - state.window.toolChars);
    state.window.toolChars = chars;
  },
  "context.loaded": (state, { data: { text = "" } }) => void add(state, charsOf(text)),
  "message.queued": ({ window }, { seq, data: { parts = [] } }) => {
    window.queued[seq] = charsOf(parts);
  },
  "message.withdrawn": ({ window }, { data }) => {
    delete window.queued[data.queued];
  },
  "user.said": (state, { data: { delivers = -1, parts = [] } }) => {
    add(state, state.window.queued[delivers] ?? charsOf(parts));
    delete state.window.queued[delivers];
  },
  "model.asked": ({ window }, { seq, data }) => {
    if (!isAnswer(data)) return;
    window.stuck = false;
    window.asked = { seq, chars: data.chars ?? 0 };
    if (data.attempt === 1) window.refusals = 0;
  },
  "model.replied": (state, { data }) => {
    if (!isAnswer(data)) return;
    const { window } = state;
    window.read = window.asked.seq;
    if (data.usage === undefined) {
      add(state, charsOf(JSON.stringify(data.parts ?? [])));
      return;
    }
    window.tokens = data.usage.input + data.usage.output;
    // What it takes after all, it did not refuse for its length.
    if (data.usage.input > (window.refused[data.model] ?? Number.POSITIVE_INFINITY)) delete window.refused[data.model];
    const rate = window.asked.chars / data.usage.input;
    if (rate >= leastRate && rate <= mostRate) window.rates[data.model] = rate;
  },
  "model.failed": (state, { data }) => {
    if (isAnswer(data) && isTooLong(data.category)) learnLimit(state);
  },
  "call.finished": (state, { seq, data: { name, output = [] } }) => {
    const tokens = add(state, charsOf(shown(output, state.settings?.resultChars)));
    if (tokens >= leastTokens && !isKept(name)) state.window.outputs.push({ seq, tokens: tokens - markerTokens });
  },
  "call.denied": (state, { data: { reason = "" } }) => void add(state, charsOf(reason)),
  "call.answered": (state, { data: { text = "" } }) => void add(state, charsOf(text)),
  "context.trimmed": ({ window }, { data }) => {
    window.tokens -= data.tokens;
    window.outputs = window.outputs.filter(({ seq }) => !data.outputs.includes(seq));
  },
  "context.compacted": ({ window }, { data: { tokens, through = -1, why } }) => {
    window.tokens = tokens?.after ?? window.tokens;
    window.floor = window.tokens;
    window.outputs = window.outputs.filter(({ seq }) => seq > through);
    if (why !== "strategy") window.focus = null;
  },
  "guard.tripped": ({ window }, { data }) => {
    if (data.guard !== "compaction") return;
    Object.assign(window, { floor: window.tokens, stuck: true, focus: null });
  },
  "compaction.asked": ({ window }, { data }) => {
    window.focus = data.focus ?? "";
  },
  "cancel.asked": ({ window }) => {
    window.focus = null;
  },
} satisfies Handlers<Needed>;

/** A count that is far from any text's says nothing about it. */
const leastRate = 1;
const mostRate = 8;

/** Gives back the tokens that are added. */
const add = (state: Needed, chars: number): number => {
  const tokens = Math.ceil(chars / rateOf(state));
  state.window.tokens += tokens;
  return tokens;
};

const isTooLong = (category: ModelFailure): boolean => category === "context_overflow";

// Only where the characters a token are known is the estimate good enough to go by from now on.
const learnLimit = ({ window, model }: Needed): void => {
  window.refusals += 1;
  if (window.rates[model] === undefined) return;
  window.refused[model] = Math.min(window.tokens, window.refused[model] ?? Number.POSITIVE_INFINITY);
};

const shown = (parts: readonly ContentPart[], chars = Number.POSITIVE_INFINITY): ContentPart[] =>
  parts.map((part) =>
    part.type === "text" && part.text.length > chars ? { ...part, text: part.text.slice(0, chars) } : part,
  );
