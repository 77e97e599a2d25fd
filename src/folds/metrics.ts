/** The fold `metrics`: what each step took, and all of them together. */
import type { Event } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import { isAnswer } from "./is-answer.ts";

/** `modelMs` and `toolMs` add up the calls' own times, so that parallel calls count each for itself. */
export interface Figures {
  tokensIn: number;
  tokensOut: number;
  tokensCached: number;
  modelMs: number;
  toolMs: number;
  calls: number;
  /** Model calls that came to nothing, calls that failed and calls that were denied. */
  errors: number;
}

export interface Metrics {
  total: Figures & { steps: number };
  /** In order; `step` is the number that the events carry. */
  steps: (Figures & { step: number })[];
}

const nothing = (): Figures => ({
  tokensIn: 0,
  tokensOut: 0,
  tokensCached: 0,
  modelMs: 0,
  toolMs: 0,
  calls: 0,
  errors: 0,
});

export const metrics: Fold<Metrics> = {
  name: "metrics",
  version: 1,
  initial: () => ({ total: { ...nothing(), steps: 0 }, steps: [] }),
  on: {
    "model.replied": (state, event) => {
      const { usage, durationMs, calls } = event.data;
      if (isAnswer(event.data)) state.total.steps += 1;
      add(state, event, {
        tokensIn: usage?.input ?? 0,
        tokensOut: usage?.output ?? 0,
        tokensCached: usage?.cacheRead ?? 0,
        modelMs: durationMs,
        calls: isAnswer(event.data) ? calls.length : 0,
      });
    },
    "model.failed": (state, event) => add(state, event, { modelMs: event.data.durationMs, errors: 1 }),
    "call.denied": (state, event) => add(state, event, { errors: 1 }),
    "call.finished": (state, event) =>
      add(state, event, { toolMs: event.data.durationMs, errors: event.data.ok ? 0 : 1 }),
  },
};

const add = (state: Metrics, { step }: Event, figures: Partial<Figures>): void => {
  const sums: Figures[] = [state.total];
  if (step !== undefined) sums.push(figuresOf(state, step));
  for (const sum of sums) {
    for (const [name, value] of Object.entries(figures)) sum[name as keyof Figures] += value;
  }
};

/** Events come in order of their steps, so that the step is the last one or a new one. */
const figuresOf = (state: Metrics, step: number): Figures => {
  const last = state.steps.at(-1);
  if (last?.step === step) return last;
  const next = { step, ...nothing() };
  state.steps.push(next);
  return next;
};
