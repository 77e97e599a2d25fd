/** Runs the calls of a session again in a copy of its directory, and throws the copy away. */
import type { Runtime } from "../../../contract/runtime.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Outcome } from "./replay-outcome.ts";
import { scratchCopy } from "./scratch-copy.ts";

export const runAgainIn = async (
  { onSignal }: Pick<Surroundings, "onSignal">,
  runtime: Runtime,
  { id, cwd, keep }: { readonly id: string; readonly cwd: string; readonly keep: boolean },
): Promise<NonNullable<Outcome["again"]>> => {
  const copy = await scratchCopy(cwd);
  const stopped = new AbortController();
  const unheard = onSignal(() => stopped.abort());
  try {
    const again = await runtime.runAgain(id, { cwd: copy.path, signal: stopped.signal });
    return keep ? { ...again, copy: copy.path } : again;
  } finally {
    unheard();
    if (!keep) await copy.remove();
  }
};
