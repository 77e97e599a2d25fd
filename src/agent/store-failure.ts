/** What the store refused or could not do: nobody but its owner can mend it, so the run is left where it stands. */
import { type ErrorCode, KelsonError } from "../contract/error.ts";

const codes = new Set<ErrorCode>(["store_failed", "disk_full", "stale_lease"]);

export const isStoreFailure = (error: unknown): boolean => error instanceof KelsonError && codes.has(error.code);
