/** A circuit breaker per provider: one that keeps failing is left alone for a while, if another can be asked. */

export interface Breaker {
  /** Closed: asked as usual. Open: better not asked. Half-open: may be asked once, to see whether it is back. */
  readonly state: (provider: string) => "closed" | "open" | "half-open";
  readonly failed: (provider: string) => void;
  readonly worked: (provider: string) => void;
}

const failuresToOpen = 3;
const withinMs = 60_000;
const openMs = 120_000;

/** `now` gives milliseconds. A failure is a call that failed for good, after its retries. */
export const breaker = (now: () => number): Breaker => {
  const failures = new Map<string, number[]>();
  const recent = (provider: string): number[] => failures.get(provider) ?? [];
  return {
    state: (provider) => {
      const times = recent(provider);
      if (times.length < failuresToOpen) return "closed";
      return now() - (times.at(-1) ?? 0) < openMs ? "open" : "half-open";
    },
    failed: (provider) => {
      const at = now();
      const before = recent(provider);
      // A probe that fails opens it again at once.
      const kept = before.length >= failuresToOpen ? before : before.filter((time) => at - time < withinMs);
      failures.set(provider, [...kept, at].slice(-failuresToOpen));
    },
    worked: (provider) => void failures.delete(provider),
  };
};
