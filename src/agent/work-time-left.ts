/** How much working time a run has left. */
import type { Status } from "../folds/status/status.ts";

/** Milliseconds until the run's time limit, at least 1; 0 without a limit, and between runs. */
export const workTimeLeft = ({ run, settings, workMs }: Status): number => {
  const limit = run === null ? 0 : (settings?.limits.workMs ?? 0);
  return limit > 0 ? Math.max(1, limit - workMs) : 0;
};
