/** Waits until the budgets of this session and of those above it have room for one more model call, or ends its run. */
import { aborted } from "./aborted.ts";
import type { Context } from "../context.ts";
import { endRun } from "../end-run.ts";
import { mindChildren } from "../mind-children.ts";

/** False when there is none, or the run was cancelled meanwhile. */
export const roomForOne = async (context: Context): Promise<boolean> => {
  const { spent, session } = context;
  const signal = context.signal();
  const stop = spent.room(session) === "later" ? aborted(signal) : undefined;
  while (spent.room(session) === "later" && !signal.aborted) await Promise.race([spent.settled(), stop]);
  if (signal.aborted) return false;
  if (spent.room(session) === "yes") return true;
  // What its own leave of their budgets comes back.
  if (context.status().children.length > 0) await mindChildren(context, { do: "mind-children", end: false });
  else await endRun(context, { do: "end-run", state: "budget_exceeded", why: "limit of the tree", message });
  return false;
};

const message = "the budget that it shares with the sessions beside it is used up";
