/** The fold `plan`: what the model says it will do, from its calls of `update_plan`. */
import type { Fold } from "../contract/fold.ts";

export interface PlanStep {
  readonly step: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** `proposed` holds plans of calls that have not finished; a call that fails changes nothing. */
export interface Plan {
  steps: readonly PlanStep[];
  explanation?: string | undefined;
  proposed: Record<string, { steps: readonly PlanStep[]; explanation?: string | undefined }>;
}

export const plan: Fold<Plan> = {
  name: "plan",
  version: 1,
  initial: () => ({ steps: [], proposed: {} }),
  on: {
    "call.started": (state, { data }) => {
      if (data.name !== "update_plan") return;
      const proposal = readPlan(data.input);
      if (proposal) state.proposed[data.call] = proposal;
    },
    "call.finished": (state, { data }) => {
      const proposal = Object.hasOwn(state.proposed, data.call) ? state.proposed[data.call] : undefined;
      delete state.proposed[data.call];
      if (!proposal || !data.ok) return;
      state.steps = proposal.steps;
      state.explanation = proposal.explanation;
    },
  },
};

/** The plan in a call's input. The tool has checked it before the call started; an erased one is none. */
export const readPlan = (input: unknown): Plan["proposed"][string] | undefined => {
  const { steps, explanation } = (input ?? {}) as { steps?: readonly PlanStep[]; explanation?: string };
  return Array.isArray(steps) ? { steps, explanation } : undefined;
};
