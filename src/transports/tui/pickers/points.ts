/** The points of a conversation that one can go back to: before each message that was said to the model. */
import type { Fold, Handlers } from "../../../contract/fold.ts";
import { type ContentPart, textOf } from "../../../contract/message.ts";
import { attachedIn } from "../attached.ts";

export interface Point {
  /** Of the message. */
  readonly seq: number;
  readonly at: number;
  /** How many steps had been taken before it. */
  readonly step: number;
  /** What was typed, without the files that were attached; empty when it was erased. */
  readonly text: string;
}

export interface Points {
  points: Point[];
  step: number;
  /** Messages that wait, by their seq. */
  queued: Record<string, string>;
}

export const points: Fold<Points> = {
  name: "points",
  version: 2,
  initial: () => ({ points: [], step: 0, queued: {} }),
  on: {
    "message.queued": (state, { seq, data }) => {
      state.queued[seq] = typedIn(data.parts ?? []);
    },
    "message.withdrawn": (state, { data }) => {
      delete state.queued[data.queued];
    },
    "user.said": (state, { seq, at, data }) => {
      const { parts = [], delivers, origin } = data;
      const queued = delivers === undefined ? undefined : state.queued[delivers];
      if (delivers !== undefined) delete state.queued[delivers];
      if (origin !== "user") return;
      state.points.push({ seq, at, step: state.step, text: queued ?? typedIn(parts) });
    },
    "model.replied": (state, { step }) => {
      state.step = Math.max(state.step, step ?? 0);
    },
  } satisfies Handlers<Points>,
};

const typedIn = (parts: readonly ContentPart[]): string =>
  textOf(parts.map((part) => (part.type === "text" ? { ...part, text: attachedIn(part.text).typed } : part)));
