/** How long something has been under way, in whole seconds, so that the last digit does not flicker. */
import { duration } from "../../terminal/figures.ts";

/** `0 s`, `12 s`, `2 min 5 s`. */
export const elapsed = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000);
};
