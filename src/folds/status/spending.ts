/** What counts against the budgets of a run and its session. */
import type { ChildrenSlice } from "./children.ts";
import type { RunSlice } from "./run.ts";

/**
 * USD and tokens that are spent, and what is reserved: for a call that was asked and not answered, and for sub-agents that
 * have not reported. Whoever reads the log meanwhile counts it as spent already.
 */
export const spending = ({
  costUsd,
  sessionCostUsd,
  reservedUsd,
  tokens,
  children,
}: Pick<RunSlice, "costUsd" | "sessionCostUsd" | "reservedUsd" | "tokens"> & Pick<ChildrenSlice, "children">): {
  readonly runUsd: number;
  readonly sessionUsd: number;
  readonly tokens: number;
} => {
  const reserved = reservedUsd + sum(children.map(({ limits }) => limits.costUsd));
  return {
    runUsd: costUsd + reserved,
    sessionUsd: sessionCostUsd + reserved,
    tokens: tokens + sum(children.map(({ limits }) => limits.tokens)),
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
