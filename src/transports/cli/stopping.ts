/** Signals: the first one asks the run to stop cleanly, the second one leaves at once. */
import type { Stop } from "../../contract/runtime.ts";
import type { StopSignal, Surroundings } from "./surroundings.ts";

export interface Stopping {
  readonly signal: () => StopSignal | undefined;
  /** Aborts at the first signal. */
  readonly asked: AbortSignal;
  /** Resolves when there is nothing to wait for any more. */
  readonly atOnce: Promise<void>;
  /** From now on the first signal does this; before, there is nothing that could stop cleanly. */
  readonly cleanly: (cancel: () => void) => void;
  /** Hears no more signals. */
  readonly forget: Stop;
}

export const stopping = (onSignal: Surroundings["onSignal"]): Stopping => {
  const asked = new AbortController();
  const { promise: atOnce, resolve: leave } = Promise.withResolvers<void>();
  let signal: StopSignal | undefined;
  let cancel: (() => void) | undefined;
  const forget = onSignal((heard) => {
    const first = signal === undefined;
    signal ??= heard;
    asked.abort();
    if (first && cancel) cancel();
    else leave();
  });
  return { signal: () => signal, asked: asked.signal, atOnce, cleanly: (how) => void (cancel = how), forget };
};
