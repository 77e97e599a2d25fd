/** The fold `userWords`: the newest of what the user said, for whoever learns from it. */
import type { Event } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import { type ContentPart, textOf } from "../contract/message.ts";

export interface UserWords {
  /** Oldest first. A message that waited in the queue stands where it was queued. */
  messages: { readonly seq: number; readonly text: string }[];
}

/** No more is learned from at once, and no more of each. */
const newest = 20;
const maxChars = 2_000;

const add = ({ messages }: UserWords, seq: number, parts: readonly ContentPart[] = []): void => {
  const text = textOf(parts).trim();
  if (text === "") return;
  messages.push({ seq, text: text.slice(0, maxChars).toWellFormed() });
  if (messages.length > newest) messages.shift();
};

export const userWords: Fold<UserWords> = {
  name: "user words",
  version: 1,
  initial: () => ({ messages: [] }),
  on: {
    "user.said": (state, { seq, data }: Event<"user.said">) => {
      if (data.origin === "user") add(state, seq, data.parts);
    },
    "message.queued": (state, { seq, data }) => add(state, seq, data.parts),
  },
};
