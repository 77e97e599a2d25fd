/** What Ctrl-C does: once to stop, twice to leave. */

export interface Moment {
  readonly now: number;
  /** A run is under way, and does not only wait for a person. */
  readonly working: boolean;
  /** Something stands in the input. */
  readonly typing: boolean;
}

/** `cancel` stops the run, `clear` empties the input, `warn` tells that once more leaves. */
export type Interruption = "cancel" | "clear" | "warn" | "leave";

/** How long a first press counts, in milliseconds. */
const withinMs = 2_000;

export const interrupt = (): ((moment: Moment) => Interruption) => {
  let warnedAt = -Infinity;
  return ({ now, working, typing }) => {
    const again = now - warnedAt < withinMs;
    if (again) return "leave";
    if (typing && !working) return "clear";
    warnedAt = now;
    return working ? "cancel" : "warn";
  };
};
