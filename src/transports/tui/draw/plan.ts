/** The plan, with how far it has come. */
import type { Plan } from "../../../folds/plan.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { flow } from "./flow.ts";
import { words } from "./words.ts";

/** Empty without a plan. */
export const drawPlan = ({ steps }: Pick<Plan, "steps" | "explanation">, drawing: Drawing): Lines =>
  steps.flatMap(({ step }) => flow([words("text", step)], drawing));
