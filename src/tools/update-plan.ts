/** The tool `update_plan`: the model's plan, which the plan fold reads from the call's input. */
import { z } from "zod";
import { fromZod, textOutcome, tool } from "../contract/tool.ts";

const planStep = z.strictObject({ step: z.string(), status: z.enum(["pending", "in_progress", "completed"]) });

const atMostOne = (steps: readonly z.infer<typeof planStep>[]): boolean =>
  steps.filter((step) => step.status === "in_progress").length <= 1;

const input = z.strictObject({
  steps: z
    .array(planStep)
    .refine(atMostOne, "more than one step is in_progress; at most one can be")
    .describe("All steps in order, each a few words; at most one in_progress"),
  explanation: z.string().optional().describe("Why the plan changed"),
});

const marks = { pending: "[ ]", in_progress: "[>]", completed: "[x]" } as const;

export const updatePlan = tool({
  name: "update_plan",
  description:
    "Show the user your plan for work of several steps, and keep it up to date. Each call replaces the plan.",
  input: fromZod(input),
  effects: [],
  parallel: false,
  targets: () => [],
  run: async ({ steps }) => {
    if (steps.length === 0) return textOutcome("The plan is empty.");
    const done = steps.filter((step) => step.status === "completed").length;
    const lines = steps.map(({ step, status }) => `${marks[status]} ${step}`);
    return textOutcome([`${done} of ${steps.length} done`, ...lines].join("\n"));
  },
});
