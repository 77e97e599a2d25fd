/** Asks a model on the side, for what is no step of the session: a summary, what a person prefers. */
import type { ModelFailure } from "../contract/error.ts";
import { textOf } from "../contract/message.ts";
import type { ModelRequest, Provider } from "../contract/provider.ts";
import type { Purpose } from "../contract/terms.ts";
import { spending } from "../folds/status/spending.ts";
import type { Status } from "../folds/status/status.ts";
import { callModel } from "./call-model.ts";
import { cacheKey } from "./request.ts";
import type { Context } from "./context.ts";
import { waitOut } from "./wait-out.ts";

export interface SideCall {
  readonly purpose: Exclude<Purpose, "answer">;
  readonly provider: Provider;
  readonly request: Pick<ModelRequest, "system" | "tools" | "messages">;
}

/** What came of it. `stopped`: a cancel, a time limit or a budget, which is for `next` to act on. */
export type SideReply =
  | { readonly ok: true; readonly text: string; readonly calls: number }
  | { readonly ok: false; readonly category: ModelFailure; readonly stopped: boolean };

/**
 * Counts toward cost, tokens and working time as an answer does, and is tried again as often. Never throws for a model's
 * failure. It may be asked for between runs, too. Its result is not kept: whoever asks appends an event that holds it.
 */
export const sideCall = async (context: Context, { purpose, provider, request }: SideCall): Promise<SideReply> => {
  for (let attempt = 1; ; attempt += 1) {
    const status = context.status();
    if (isSpent(status)) return { ok: false, category: "budget", stopped: status.run !== null };
    const { sampling } = status.settings ?? context.settings;
    const whole = { ...request, session: cacheKey(context), step: status.step, purpose, sampling };
    const { type, data } = await callModel(context, { provider, request: whole, attempt });
    if (type === "model.replied") {
      if (data.partial === true) return stopped;
      return { ok: true, text: textOf(data.parts ?? []), calls: data.calls.length };
    }
    if (context.signal().aborted || isOverdue(context.status())) return stopped;
    if (!data.again) return { ok: false, category: data.category, stopped: false };
    if (!(await waitOut(context, data.waitMs))) return stopped;
  }
};

const stopped = { ok: false, category: "interrupted", stopped: true } as const;

const isOverdue = ({ settings, run, workMs }: Status): boolean => {
  const limit = settings?.limits.workMs ?? 0;
  return run !== null && limit > 0 && workMs >= limit;
};

const isSpent = (status: Status): boolean => {
  const { costUsd = 0, sessionCostUsd = 0 } = status.settings?.limits ?? {};
  const { runUsd, sessionUsd } = spending(status);
  return (
    (status.run !== null && costUsd > 0 && runUsd >= costUsd) || (sessionCostUsd > 0 && sessionUsd >= sessionCostUsd)
  );
};
