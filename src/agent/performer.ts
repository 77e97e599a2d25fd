/** What does one kind of step. */
import type { Context } from "./context.ts";
import type { Step } from "./next.ts";

/** Does the step and writes down what happened. */
export type Performer<Do extends Step["do"]> = (
  context: Context,
  step: Extract<Step, { do: Do }>,
) => Promise<void> | void;
