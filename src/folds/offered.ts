/** The tools that were offered, by digest. */
import type { Fold } from "../contract/fold.ts";
import type { ToolSpec } from "../contract/provider.ts";

export interface Offered {
  digest: string;
  lists: Record<string, readonly ToolSpec[]>;
}

export const offered: Fold<Offered> = {
  name: "offered",
  version: 1,
  initial: () => ({ digest: "", lists: {} }),
  on: {
    "tools.offered": (state, { data }) => {
      state.digest = data.digest;
      if (data.tools !== undefined) state.lists[data.digest] = data.tools;
    },
  },
};
