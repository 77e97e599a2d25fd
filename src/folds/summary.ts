/** What a listing shows of a session, beside its status. */
import type { Event } from "../contract/event.ts";
import type { Fold, Handlers } from "../contract/fold.ts";
import { callSubject } from "./call-subject.ts";
import { isAnswer } from "./is-answer.ts";
import { type ContentPart, type ReplyPart, textOf } from "../contract/message.ts";

export interface Summary {
  /** As it was named, else the first line that the user said. */
  title: string;
  named: boolean;
  cwd: string;
  createdAt: number;
  forkedFrom: { session: string; seq: number } | null;
  /** The session that the log began as: of a fork, the eldest of its parents. */
  origin: string;
  kind: "main" | "agent" | "user";
  steps: number;
  costUsd: number;
  /** Replies whose price is unknown. */
  unpriced: number;
  /** What the calls of the latest reply are about, by their ids. */
  subjects: Record<string, string>;
}

const titleChars = 80;

export const summary: Fold<Summary> = {
  name: "summary",
  version: 3,
  initial: () => ({
    title: "",
    named: false,
    cwd: "",
    createdAt: 0,
    forkedFrom: null,
    kind: "main",
    origin: "",
    steps: 0,
    costUsd: 0,
    unpriced: 0,
    subjects: {},
  }),
  on: {
    // A fork's own, after its parent's: what was spent before is the parent's.
    "session.opened": (state, { session, seq, at, data: { cwd, parent, kind } }) => {
      if (seq === 0) state.origin = session;
      const forkedFrom = parent !== undefined && seq > 0 ? { session: parent.session, seq: parent.seq } : null;
      Object.assign(state, { kind, cwd, createdAt: at, forkedFrom, steps: 0, costUsd: 0, unpriced: 0 });
    },
    "session.named": (state, { data }) => {
      state.title = data.title ?? "";
      state.named = true;
    },
    "user.said": (state, { data }) => entitle(state, data.parts),
    "message.queued": (state, { data }) => entitle(state, data.parts),
    "agent.reported": (state, { data }) => {
      if (data.costUsd === undefined) state.unpriced += 1;
      else state.costUsd += data.costUsd;
    },
    "model.replied": (state, { data }: Event<"model.replied">) => {
      if (isAnswer(data)) {
        state.steps += 1;
        state.subjects = subjectsIn(data.parts);
      }
      if (data.costUsd === undefined) state.unpriced += 1;
      else state.costUsd += data.costUsd;
    },
  } satisfies Handlers<Summary>,
};

const subjectsIn = (parts: readonly ReplyPart[] = []): Record<string, string> =>
  Object.fromEntries(parts.flatMap((part) => (part.type === "call" ? [[part.id, callSubject(part.input)]] : [])));

const entitle = (state: Summary, parts: readonly ContentPart[] = []): void => {
  if (state.named || state.title !== "") return;
  const [line = ""] = textOf(parts).trim().split("\n");
  state.title = line.length > titleChars ? `${line.slice(0, titleChars - 1).toWellFormed()}…` : line;
};
