/** Says what a guard has to say to the model: go on, try something else, or prove it. */
import type { EventData } from "../contract/event.ts";
import type { Status } from "../folds/status/status.ts";
import type { Performer } from "./performer.ts";

type Guard = EventData<"guard.tripped">["guard"];

export const urge: Performer<"urge"> = (context, step) => {
  const { guard, detail, text } = urges[step.with](context.status());
  if (context.status().tripped !== guard) context.append({ type: "guard.tripped", data: { guard, detail } });
  context.append({ type: "user.said", data: { origin: step.with, parts: [{ type: "text", text }] } });
};

const urges: Record<
  Parameters<typeof urge>[1]["with"],
  (status: Status) => { guard: Guard; detail: string; text: string }
> = {
  continue: () => ({
    guard: "continuation",
    detail: "the reply was cut off by its output limit",
    text: "Your reply was cut off by the output limit. Continue exactly where it stopped; do not repeat what you said.",
  }),
  nudge: ({ same }) => ({
    guard: "no_progress",
    detail: `${same} steps in a row made the same calls with the same results`,
    text: `Your last ${same} steps made the same calls with the same results. Repeating them will not help. Think about what you have learned, then try something different, or say what stops you.`,
  }),
  repair: ({ problem }) => ({
    guard: "repair",
    detail: problem,
    text: `Your answer does not fit the JSON Schema that it has to fit: ${problem}. Answer again with nothing but the JSON.`,
  }),
  verify: ({ task }) => ({
    guard: "verify",
    detail: "proof was asked for before completion",
    text: `Before you finish, check your work against the task:

<task>
${task}
</task>

List every requirement in it. Prove each one with commands or by reading the files as they are now, edge cases included. Mend what is missing. When all of it holds, say so briefly.`,
  }),
};
