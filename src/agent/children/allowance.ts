/** What a sub-agent may spend of what its parent has left, and whether there may be another at all. */
import type { ChildTask } from "../../contract/host.ts";
import type { Limits, RunSettings } from "../../contract/terms.ts";
import { spending } from "../../folds/status/spending.ts";
import type { Status } from "../../folds/status/status.ts";
import { workTimeLeft } from "../work-time-left.ts";

export interface Allowance {
  readonly limits: Limits;
  /** How deep sub-agents may be nested. */
  readonly deepest: number;
}

/** Names of the tools that nobody needs who may have no sub-agents. */
export const agentTools = ["agent", "agent_control"];

const usual: NonNullable<RunSettings["agents"]> = { depth: 3, atOnce: 3, steps: 50 };

/**
 * Of cost and tokens each gets an equal share, and its parent keeps one: with 3 at once, the first gets a quarter of what
 * is left, the second a third of the rest, the third half of that.
 */
export const allowance = (status: Status, task: ChildTask): Allowance | { readonly refused: string } => {
  const { settings, children } = status;
  const { depth: deepest, atOnce, steps } = settings?.agents ?? usual;
  if (children.length >= atOnce)
    return {
      refused: `${children.length} sub-agents are at work, and there may be ${atOnce} at once; wait for one of them`,
    };
  const shares = atOnce - children.length + 1;
  const { runUsd, sessionUsd, tokens } = spending(status);
  const { costUsd = 0, sessionCostUsd = 0, tokens: mostTokens = 0 } = settings?.limits ?? {};
  const left = [
    ...(costUsd > 0 ? [costUsd - runUsd] : []),
    ...(sessionCostUsd > 0 ? [sessionCostUsd - sessionUsd] : []),
  ].map((usd) => usd / shares);
  const usd = Math.min(...left, ...(task.costUsd === undefined ? [] : [task.costUsd]));
  const share = Math.floor((mostTokens - tokens) / shares);
  if (usd <= 0 || (mostTokens > 0 && share <= 0))
    return { refused: "the budget that is left is too small for a sub-agent; do it yourself, briefly" };
  return {
    deepest,
    limits: {
      steps: task.steps ?? steps,
      workMs: workTimeLeft(status),
      costUsd: Number.isFinite(usd) ? usd : 0,
      tokens: mostTokens > 0 ? share : 0,
    },
  };
};
