/** What a listing shows of a session, beside its status. */
import type { Event } from "../contract/event.ts";
import type { Fold, Handlers } from "../contract/fold.ts";
import { type ContentPart, textOf } from "../contract/message.ts";

export interface Summary {
  /** As it was named, else the first line that the user said. */
  title: string;
  named: boolean;
  cwd: string;
  createdAt: number;
  kind: "main" | "agent";
  steps: number;
  costUsd: number;
  /** Replies whose price is unknown. */
  unpriced: number;
}

const titleChars = 80;

export const summary: Fold<Summary> = {
  name: "summary",
  version: 2,
  initial: () => ({ title: "", named: false, cwd: "", createdAt: 0, kind: "main", steps: 0, costUsd: 0, unpriced: 0 }),
  on: {
    "session.opened": (state, { at, data }) => {
      state.cwd = data.cwd;
      state.createdAt = at;
      state.kind = data.kind;
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
      state.steps += 1;
      if (data.costUsd === undefined) state.unpriced += 1;
      else state.costUsd += data.costUsd;
    },
  } satisfies Handlers<Summary>,
};

const entitle = (state: Summary, parts: readonly ContentPart[] = []): void => {
  if (state.named || state.title !== "") return;
  const [line = ""] = textOf(parts).trim().split("\n");
  state.title = line.length > titleChars ? `${line.slice(0, titleChars - 1).toWellFormed()}…` : line;
};
