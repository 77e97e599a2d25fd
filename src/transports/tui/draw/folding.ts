/** The beginning of what is long, and how much is left. */
import type { Drawing } from "../drawing.ts";
import type { Role } from "../theme.ts";
import { line } from "./flow.ts";
import { span, type Span } from "./span.ts";

export interface Fold {
  /** So many lines where details are not shown. */
  readonly most: number;
  /** How loudly it is said that there are more; `dim` unless it matters. */
  readonly left?: Role | undefined;
}

/** How many of so many lines are drawn; one that is left would take the place of the line that says so. */
export const shownOf = (lines: number, { most }: Fold, { open }: Drawing): number =>
  open || lines <= most + 1 ? lines : most;

export const leftLine = (
  left: number,
  { left: role = "dim" }: Fold,
  drawing: Drawing,
  margin: readonly Span[] = [],
): string => {
  const more = `${left.toLocaleString("en-US")} more line${left === 1 ? "" : "s"}`;
  return line([...margin, span(role, `${drawing.plain ? "and" : "…"} ${more}`)], drawing);
};
