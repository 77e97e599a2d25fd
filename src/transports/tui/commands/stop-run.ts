/** Before the screen leaves a session: what is at work there is stopped, if the person says so, and not cut off. */
import { stateOf, status } from "../../../folds/status/status.ts";
import { confirmed } from "../pickers/confirmed.ts";
import type { Screen } from "../screen.ts";
import { sent } from "./sent.ts";

/** Whether nothing is at work any more. What waits for a person may be left: it waits. */
export const stopRun = async (screen: Screen): Promise<boolean> => {
  const { session } = screen.desk.place();
  const state = stateOf(await session.read(status));
  if (state !== "running" && state !== "waiting_for_tool") return true;
  if (!(await confirmed(screen, "A run is under way. Stop it?"))) return false;
  if (!(await sent(screen, { type: "cancel" }))) return false;
  await session.rest();
  return true;
};
