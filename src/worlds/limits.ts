/** How much of the machine a sandboxed command may use when nobody says otherwise. */
import { totalmem } from "node:os";
import type { ExecLimits } from "../contract/world.ts";

const gibibyte = 2 ** 30;

/**
 * Half of the memory, so that the machine and this program stay alive; 4,096 threads, which a large build needs
 * and a fork bomb passes in a moment; 16 GiB a file. Processor time is bounded by the command's time limit.
 */
export const defaultLimits: ExecLimits = {
  memoryBytes: Math.max(gibibyte, Math.floor(totalmem() / 2)),
  processes: 4096,
  fileBytes: 16 * gibibyte,
};

/** A command's own limits, and the usual ones for what it does not say. */
export const limitsOf = (limits: ExecLimits = {}): ExecLimits => ({
  ...defaultLimits,
  ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
});
