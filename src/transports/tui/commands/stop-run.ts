/** Before the screen leaves a session: what is at work there is stopped, if the person says so, and not cut off. */
import { status, type Status } from "../../../folds/status/status.ts";
import { counted } from "../../terminal/figures.ts";
import { isAtWork } from "../at-work.ts";
import { confirmed } from "../pickers/confirmed.ts";
import type { Screen } from "../screen.ts";
import { sent } from "./sent.ts";

/** Whether nothing is at work any more. What waits for a person may be left: it waits. */
export const stopRun = async (screen: Screen): Promise<boolean> => {
  const { session } = screen.desk.place();
  const state = await session.read(status);
  if (!isAtWork(state)) return true;
  if (!(await confirmed(screen, question(state)))) return false;
  // The first of them would begin the next run.
  for (const { seq } of (await session.read(status)).queue) await sent(screen, { type: "withdraw", queued: seq });
  if (isAtWork(await session.read(status))) await sent(screen, { type: "cancel" });
  await session.rest();
  return true;
};

const question = ({ queue }: Status): string =>
  queue.length === 0
    ? "A run is under way. Stop it?"
    : `A run is under way. Stop it, and withdraw what waits (${counted(queue.length, "message")})?`;
