/** The plan, with how far it has come. */
import type { Plan, PlanStep } from "../../../folds/plan.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Role } from "../theme.ts";
import { flow, line } from "./flow.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

const looks = {
  completed: { role: "success", sign: "✓", plain: "done", text: "dim" },
  in_progress: { role: "accent", sign: "▸", plain: "now", text: "text" },
  pending: { role: "dim", sign: "·", plain: "to do", text: "dim" },
} as const satisfies Record<PlanStep["status"], { role: Role; sign: string; plain: string; text: Role }>;

/** Empty without a plan. */
export const drawPlan = ({ steps, explanation }: Pick<Plan, "steps" | "explanation">, drawing: Drawing): Lines => {
  if (steps.length === 0) return [];
  const why = explanation === undefined || !drawing.open ? [] : flow([words("dim", explanation)], drawing);
  const head = line([span("heading", "Plan"), words("dim", `  ${planCount(steps)}`)], drawing);
  return [head, ...why, ...drawSteps(steps, drawing)];
};

export const drawSteps = (steps: readonly PlanStep[], drawing: Drawing): Lines =>
  steps.flatMap((step) => stepLines(step, drawing));

/** `2 of 5 done: what is under way`. */
export const planCount = (steps: readonly PlanStep[]): string => {
  const done = steps.filter(({ status }) => status === "completed").length;
  const now = steps.find(({ status }) => status === "in_progress")?.step;
  return `${done} of ${steps.length} done${now === undefined ? "" : `: ${now}`}`;
};

const stepLines = ({ step, status }: PlanStep, drawing: Drawing): Lines => {
  const { role, sign, plain, text } = looks[status] ?? looks.pending;
  const first = [span(role, drawing.plain ? `${plain}: ` : `${sign} `)];
  return flow([words(text, step)], drawing, { first, rest: [span("text", "  ")] });
};
