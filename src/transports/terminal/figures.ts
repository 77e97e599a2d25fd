/** Figures as people read them. */

/** `4 ms`, `1.2 s`, `2 min 5 s`, `3 h 4 min`. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
};

/** How long ago: `now`, `5 min`, `3 h`, `12 d`. */
export const age = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (60 * 24))} d`;
};

/** `812`, `4.2k`, `1.30M`. */
export const count = (amount: number): string => {
  if (amount < 1000) return String(amount);
  return amount < 999_950 ? `${(amount / 1000).toFixed(1)}k` : `${(amount / 1_000_000).toFixed(2)}M`;
};

/** `1 step`, `2 steps`. */
export const counted = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? "" : "s"}`;

/** `$0.0042`, `$1.20`; an unknown price is said. */
export const money = (usd: number | undefined): string => {
  if (usd === undefined) return "price unknown";
  if (usd === 0 || usd >= 0.1) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? "under $0.0001" : `$${usd.toPrecision(2)}`;
};
