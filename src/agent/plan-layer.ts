/** What a model is told in the mode `plan`. Neither its system prompt nor its tools change with the mode. */
import type { Layer } from "../contract/source.ts";
import type { Mode } from "../contract/terms.ts";
import type { Tool } from "../contract/tool.ts";

export const planLayer = (mode: Mode, tools: readonly Pick<Tool, "name">[]): Layer[] => {
  if (mode !== "plan") return [];
  const presents = tools.some(({ name }) => name === "exit_plan_mode");
  const end = presents ? "call exit_plan_mode with it" : "end with it as your answer";
  return [{ layer: "instructions", source: "plan mode", position: "turn", text: `${words} When it stands, ${end}.` }];
};

const words = `You are in plan mode: nothing may be changed yet. Calls that do more than read are refused, whatever was said before.
Look as closely as the task needs, and think. Then write a plan that someone else could carry out: what is to be changed in which files, in which order, why so and not otherwise, and how it will be proved. Ask the user what only they can decide.`;
