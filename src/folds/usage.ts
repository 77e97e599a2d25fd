/** The fold `usage`: what the models of a session read, wrote and cost. */
import type { EventData } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import { isAnswer } from "./is-answer.ts";
import type { Usage as Tokens } from "../contract/terms.ts";

/** Tokens and money of some replies; what was asked on the side is no reply, but took its tokens and money. A reply without a known price is counted in `unpriced`, never as free. */
export interface Tally {
  replies: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  pricedUsd: number;
  unpriced: number;
  /** Replies whose provider did not say how many tokens they took. */
  unmetered: number;
}

/** `models` is keyed by `provider/model`; what sub-agents took stands together under `agents`. */
export interface Usage {
  total: Tally;
  models: Record<string, Tally>;
}

const nothing = (): Tally => ({
  replies: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  pricedUsd: 0,
  unpriced: 0,
  unmetered: 0,
});

export const usage: Fold<Usage> = {
  name: "usage",
  version: 2,
  initial: () => ({ total: nothing(), models: {} }),
  on: {
    "model.replied": (state, { data }) => {
      count(state.total, data);
      count((state.models[data.model] ??= nothing()), data);
    },
    "agent.reported": (state, { data }) => {
      addReport(state.total, data);
      addReport((state.models[agents] ??= nothing()), data);
    },
  },
};

export const agents = "sub-agents";

/** What it cost in USD; undefined as soon as one price is unknown. */
export const costOf = (tally: Tally): number | undefined => (tally.unpriced === 0 ? tally.pricedUsd : undefined);

const count = (tally: Tally, reply: EventData<"model.replied">): void => {
  if (isAnswer(reply)) tally.replies += 1;
  if (reply.costUsd === undefined) tally.unpriced += 1;
  else tally.pricedUsd += reply.costUsd;
  if (reply.usage === undefined) {
    tally.unmetered += 1;
    return;
  }
  addTokens(tally, reply.usage);
};

const addReport = (tally: Tally, { steps, costUsd, usage: tokens }: EventData<"agent.reported">): void => {
  tally.replies += steps;
  if (costUsd === undefined) tally.unpriced += 1;
  else tally.pricedUsd += costUsd;
  addTokens(tally, tokens);
};

const addTokens = (tally: Tally, tokens: Tokens): void => {
  tally.input += tokens.input;
  tally.output += tokens.output;
  tally.cacheRead += tokens.cacheRead;
  tally.cacheWrite += tokens.cacheWrite;
};
