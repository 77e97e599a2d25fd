/** The space that a conversation has in its model's window, in characters, and what a cut would leave of it. */
import { charsOf } from "../folds/chars.ts";
import { compacted, type Cut } from "../folds/compacted.ts";
import { messages } from "../folds/messages.ts";
import { room } from "../folds/status/room.ts";
import { rateOf } from "../folds/status/window.ts";
import type { Context } from "./context.ts";
import { conversation } from "./request.ts";

/** Of the space for messages, in shares: what is carried word for word, what stays as it is, and all that may be left. */
export const carriedShare = 0.15;
export const stayingShare = 0.15;
export const targetShare = 0.4;

export interface Space {
  /** Characters a token of the model. */
  readonly rate: number;
  /** Characters of the tools and the system prompt. */
  readonly fixed: number;
  /** Characters that messages have room for. */
  readonly chars: number;
}

/** Where nobody knows the window, it is taken to be as long as the conversation is now. */
export const spaceOf = (context: Context): Space => {
  const status = context.status();
  const rate = rateOf(status);
  const { usable = status.window.tokens } = room(status, status.settings ?? context.settings, status.model);
  const { system, tools } = conversation(context);
  const fixed = charsOf(tools) + system.reduce((sum, text) => sum + charsOf(text), 0);
  return { rate, fixed, chars: Math.max(leastChars, usable * rate - fixed) };
};

/** Where tools and system prompt leave nothing, nothing helps; this keeps the sums sound. */
const leastChars = 2_000;

export interface CutOutcome {
  /** Characters of all messages that would be left. */
  readonly chars: number;
  readonly through: number;
  readonly tokens: { readonly before: number; readonly after: number };
}

export const outcomeOf = (context: Context, { rate, fixed }: Space, cut: Cut): CutOutcome => {
  const state = context.read(messages);
  const { seq } = context.head();
  const chars = compacted(state, seq, cut).messages.reduce((sum, message) => sum + charsOf(message), 0);
  return {
    chars,
    through: (state.seqs[cut.to] ?? seq + 1) - 1,
    tokens: { before: context.status().window.tokens, after: Math.ceil((fixed + chars) / rate) },
  };
};
