/** What counts against the budgets of a run and its session. */
import type { RunSlice } from "./run.ts";

/**
 * USD spent, and what is reserved for a call that was asked and not answered: whoever reads the log meanwhile, a parent or
 * a child, counts it as spent already.
 */
export const spending = ({
  costUsd,
  sessionCostUsd,
  reservedUsd,
}: Pick<RunSlice, "costUsd" | "sessionCostUsd" | "reservedUsd">): {
  readonly runUsd: number;
  readonly sessionUsd: number;
} => ({ runUsd: costUsd + reservedUsd, sessionUsd: sessionCostUsd + reservedUsd });
