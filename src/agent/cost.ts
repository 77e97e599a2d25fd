/** What a reply costs. */
import type { Prices, Usage } from "../contract/terms.ts";

const million = 1_000_000;

/** USD; undefined when the price or the usage is unknown. Cached input falls back to the price of plain input. */
export const costOf = (usage: Usage | undefined, prices: Prices | undefined): number | undefined => {
  if (usage === undefined || prices === undefined) return undefined;
  const { input, output, cacheRead, cacheWrite } = usage;
  const plain = Math.max(0, input - cacheRead - cacheWrite);
  const sum =
    plain * prices.input +
    cacheRead * (prices.cacheRead ?? prices.input) +
    cacheWrite * (prices.cacheWrite ?? prices.input) +
    output * prices.output;
  return sum / million;
};
