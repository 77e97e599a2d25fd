/** Refuses a program that was allowed because of what a sandbox held, where the present one does not hold it. */
import type { Hold } from "../contract/terms.ts";
import { CallBlocked, type Confinement } from "../contract/world.ts";

/** Throws `CallBlocked`; `fault` says what became of the sandbox, as a clause. */
export const requireHolds = (
  reliesOn: readonly Hold[],
  { sandbox, holds }: Pick<Confinement, "sandbox" | "holds">,
  fault?: string,
): void => {
  const lost = reliesOn.filter((hold) => !holds.includes(hold));
  if (lost.length === 0) return;
  const present = sandbox === "none" ? "there is none now" : `${sandbox} is in its place`;
  const why = fault === undefined ? "" : ` (${fault})`;
  throw new CallBlocked(
    `nothing was started: this call was allowed because a sandbox held ${lost.join(", ")}, and ${present}${why}; call again to have it judged anew`,
  );
};
