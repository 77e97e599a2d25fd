/** What commands of the shell itself have in common. */
import { both, type Ends, type ShellState } from "../shell-state.ts";
import { type Invocation, report, type Walk } from "../walk.ts";

/** How a command of the shell itself is run. `run` runs the words that it leads to. */
export type Builtin = (walk: Walk, invocation: Invocation, run: (walk: Walk, invocation: Invocation) => Ends) => Ends;

/** Writes the command down and ends it, well or not, in the same state. */
export const done = (
  walk: Walk,
  name: string,
  { found, words, state }: Invocation,
  after: ShellState = state,
): Ends => {
  report(walk, found, [{ text: name }, ...words]);
  return both(after);
};
