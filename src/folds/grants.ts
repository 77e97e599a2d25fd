/** What a person allowed or forbade for the rest of the session, as rules `tool(pattern)`. */
import type { Fold } from "../contract/fold.ts";

export interface Grants {
  allow: string[];
  deny: string[];
}

export const grants: Fold<Grants> = {
  name: "grants",
  version: 1,
  initial: () => ({ allow: [], deny: [] }),
  on: {
    "call.answered": (state, { data }) => {
      if (data.scope !== "session" || data.grant === undefined) return;
      (data.decision === "yes" ? state.allow : state.deny).push(data.grant);
    },
  },
};
