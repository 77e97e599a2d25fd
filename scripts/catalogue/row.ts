/** A line of the catalogue as the script makes it. */
import type { Prices } from "../../src/contract/terms.ts";

/** One model; unknown prices are absent. */
export interface Row {
  readonly window: number;
  readonly outputLimit: number;
  readonly can: readonly string[];
  readonly prices?: Prices | undefined;
}
