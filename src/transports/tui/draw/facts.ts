/** The facts of the status line, from what stands on the board. */
import { room } from "../../../folds/status/room.ts";
import { spending } from "../../../folds/status/spending.ts";
import { stateOf } from "../../../folds/status/status.ts";
import type { Mode, State } from "../../../contract/terms.ts";
import { costOf } from "../../../folds/usage.ts";
import type { Board } from "../session/board.ts";

/** What is not known is absent. */
export interface Facts {
  readonly state: State;
  /** `provider/model`. */
  readonly model: string;
  readonly mode: Mode;
  readonly sandbox?: string | undefined;
  /** Of the next request, and of the model's window. */
  readonly tokens: number;
  readonly window?: number | undefined;
  /** Of all input, from 0 to 1. */
  readonly cachedShare?: number | undefined;
  /** Of the session; undefined when a price is unknown. */
  readonly costUsd?: number | undefined;
  /** The share of the limit that is nearest, from 0, with its name; absent without limits. */
  readonly budget?:
    | { readonly name: "steps" | "time" | "cost" | "tokens" | "session cost"; readonly share: number }
    | undefined;
  /** Since the run began; absent when none is under way. */
  readonly runMs?: number | undefined;
}

export interface Beside {
  /** `provider/model`, before a run has named one. */
  readonly model: string;
  readonly sandbox?: string | undefined;
  readonly now: number;
}

export const factsOf = ({ status, usage, transcript }: Board, { model, sandbox, now }: Beside): Facts => {
  const { settings } = status;
  const asked = settings === null ? model : status.model;
  const { tokens, window } =
    settings === null ? { tokens: status.window.tokens, window: undefined } : room(status, settings, asked);
  const { total } = usage;
  const began = status.run === null ? undefined : transcript.runStartedAt;
  return {
    state: stateOf(status),
    model: asked,
    mode: status.mode,
    sandbox,
    tokens,
    window,
    cachedShare: total.input > 0 ? total.cacheRead / total.input : undefined,
    costUsd: costOf(total),
    budget: nearest(status),
    runMs: began === undefined ? undefined : Math.max(0, now - began),
  };
};

/** The limit of which most is used. */
const nearest = (status: Board["status"]): Facts["budget"] => {
  const limits = status.settings?.limits;
  if (limits === undefined) return undefined;
  const { runUsd, sessionUsd, tokens } = spending(status);
  const shares = [
    { name: "steps", used: status.steps, most: limits.steps },
    { name: "time", used: status.workMs, most: limits.workMs },
    { name: "cost", used: runUsd, most: limits.costUsd },
    { name: "tokens", used: tokens, most: limits.tokens },
    { name: "session cost", used: sessionUsd, most: limits.sessionCostUsd ?? 0 },
  ] as const;
  return shares
    .filter(({ most }) => most > 0)
    .map(({ name, used, most }) => ({ name, share: used / most }))
    .toSorted((a, b) => b.share - a.share)[0];
};
