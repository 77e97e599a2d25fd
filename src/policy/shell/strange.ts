/** Remembers that programs may no longer be what their names say. */
import type { ShellState } from "./shell-state.ts";

/** The state after a variable was set that programs heed. */
export const withStrange = (state: ShellState, name: string): ShellState => ({
  ...state,
  strange: state.strange ?? `${name} is changed, so programs may do something else`,
});
