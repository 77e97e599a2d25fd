/** Waits before a model is asked again. */
import type { Context } from "./context.ts";
import { deadline } from "./deadline.ts";

/** False when it was cancelled meanwhile. */
export const waitOut = async (context: Context, ms: number): Promise<boolean> => {
  if (ms === 0) return true;
  await context.saved();
  const pause = deadline(context.signal(), ms);
  await pause.over;
  pause.clear();
  return pause.passed === "time";
};
