/** Tables of the mind: what it does after a history, each of whose events is legal. */
import { describe, expect, test } from "vitest";
import { next, type Step } from "../../src/agent/next.ts";
import type { NewEvent } from "../../src/contract/event.ts";
import { applyTo } from "../../src/contract/fold.ts";
import type { FinalState } from "../../src/contract/terms.ts";
import { guardTransition } from "../../src/folds/status/legal.ts";
import { status, type Status } from "../../src/folds/status/status.ts";
import { placed } from "../log/story.ts";

/** By what they are about: rows of what happened, in words and in events, and what is to be done. */
export type Table = Readonly<
  Record<string, readonly (readonly [what: string, history: readonly NewEvent[], step: Step])[]>
>;

export const holdsTable = (table: Table): void => {
  describe.each(Object.entries(table))("%s", (_, rows) => {
    test.each(rows)("%s", (_what, history, step) => {
      expect(next(after(history))).toEqual(step);
    });
  });
};

export const think: Step = { do: "think" };
export const ends = (state: FinalState, why: string, message: string): Extract<Step, { do: "end-run" }> => ({
  do: "end-run",
  state,
  why,
  message,
});

const after = (history: readonly NewEvent[]): Status => {
  const state = status.initial();
  for (const event of placed(...history)) {
    guardTransition(state, event);
    applyTo(status, state, event);
  }
  return state;
};
