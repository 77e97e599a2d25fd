/** What a run is heard as: every event, or the text as it is written. */
import type { Delta } from "../contract/delta.ts";
import type { Event } from "../contract/event.ts";
import { textOf } from "../contract/message.ts";
import { isAnswer } from "../folds/is-answer.ts";

/** `event` gives every event once it is saved, `token` the model's text in the fragments in which it comes. */
export type Stream = "event" | "token";

/** What iterating a run gives. */
export type Item<S extends Stream> = S extends "token" ? string : Event;

/** Takes what a session tells, and hands on what its listener wants to hear. */
export interface Hearing {
  readonly event: (event: Event) => void;
  readonly deltas: (deltas: readonly Delta[]) => void;
}

export const events = (push: (event: Event) => void): Hearing => ({ event: push, deltas: () => {} });

/**
 * The text of all replies, with an empty line between two. What did not come as deltas (the model does not stream, another
 * process runs the session) comes whole with its event. Fragments of a reply that failed cannot be taken back.
 */
export const tokens = (push: (text: string) => void): Hearing => {
  const told = new Map<number, number>();
  let asked = -1;
  let last: number | undefined;
  const tell = (reply: number, text: string): void => {
    if (text === "") return;
    if (last !== undefined && last !== reply) push("\n\n");
    last = reply;
    told.set(reply, (told.get(reply) ?? 0) + text.length);
    push(text);
  };
  return {
    event: ({ type, seq, data }) => {
      if (type === "model.asked") asked = seq;
      if (type === "model.replied" && isAnswer(data)) tell(asked, textOf(data.parts ?? []).slice(told.get(asked) ?? 0));
    },
    deltas: (deltas) => {
      for (const { kind, seq, text } of deltas) if (kind === "text") tell(seq, text);
    },
  };
};
