/** The tool `exit_plan_mode`: lays a plan before the person, who accepts it and says in which mode it is carried out. */
import { z } from "zod";
import { fromZod, textOutcome, tool, type ToolOutcome } from "../contract/tool.ts";
import { CallBlocked } from "../contract/world.ts";

const input = z.strictObject({
  plan: z
    .string()
    .regex(/\S/u, "the plan is empty")
    .describe("In Markdown: what changes where, in which order, how it is proved"),
});

/** The first stands for a plain yes. */
const modes = ["default", "accept-edits", "auto"] as const;

export const exitPlanMode = tool({
  name: "exit_plan_mode",
  description: "In plan mode: lay your plan before the user, who accepts it or says what to change.",
  input: fromZod(input),
  effects: [],
  parallel: false,
  modes: ["plan"],
  targets: () => [],
  run: async ({ plan }, { host }): Promise<ToolOutcome> => {
    const question = "Go on with this plan? Answer with the mode to go on in, or with what to change.";
    try {
      const answer = await host.ask({ question, options: modes, modes, preview: plan });
      return textOutcome(modes.some((mode) => mode === answer) ? accepted(answer) : refused(answer));
    } catch (error) {
      // Nobody is there to accept it, so it is what comes of the run.
      if (error instanceof CallBlocked) return { ok: true, parts: [{ type: "text", text: plan }], concludes: true };
      throw error;
    }
  },
});

const accepted = (mode: string): string =>
  `The user accepted the plan. Plan mode is over, and the mode is ${mode}: carry the plan out.`;

const refused = (answer: string): string =>
  `The user did not accept the plan${answer.trim() === "" ? "" : `: ${answer}`}\nPlan mode goes on: change the plan, and present it again.`;
