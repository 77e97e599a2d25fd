/** A signal that aborts when the run is cancelled or a time limit passes, and says which. */
import type { ToolOutcome } from "../contract/tool.ts";

export interface Deadline {
  readonly signal: AbortSignal;
  readonly passed: "no" | "time" | "cancel";
  readonly ms: number;
  /** Resolves when the signal aborts. */
  readonly over: Promise<void>;
  /** A failure, some time after the signal aborted, for work that does not stop by itself. */
  readonly overdue: (graceMs: number) => Promise<ToolOutcome>;
  readonly clear: () => void;
}

/** `ms` 0 means no time limit. */
export const deadline = (cancel: AbortSignal, ms: number): Deadline => {
  const controller = new AbortController();
  const over = new Promise<void>((resolve) =>
    controller.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  let passed: Deadline["passed"] = "no";
  let grace: NodeJS.Timeout | undefined;
  const pass = (why: "time" | "cancel"): void => {
    if (passed !== "no") return;
    passed = why;
    controller.abort();
  };
  const onCancel = (): void => pass("cancel");
  if (cancel.aborted) onCancel();
  else cancel.addEventListener("abort", onCancel, { once: true });
  const timer = ms > 0 ? setTimeout(() => pass("time"), ms) : undefined;
  return {
    signal: controller.signal,
    ms,
    get passed() {
      return passed;
    },
    over,
    overdue: async (graceMs) => {
      await over;
      await new Promise((resolve) => {
        grace = setTimeout(resolve, graceMs);
      });
      return { ok: false, category: "exception", message: "the tool did not stop when it was told to" };
    },
    clear: () => {
      clearTimeout(timer);
      clearTimeout(grace);
      cancel.removeEventListener("abort", onCancel);
    },
  };
};
