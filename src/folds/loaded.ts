/** What the prompt was last made of, so that only what changed is loaded again: digests by layer and source. */
import type { Fold } from "../contract/fold.ts";

export interface Loaded {
  digests: Record<string, string>;
  policy: string;
}

export const loaded: Fold<Loaded> = {
  name: "loaded",
  version: 1,
  initial: () => ({ digests: {}, policy: "" }),
  on: {
    "context.loaded": (state, { data }) => {
      state.digests[`${data.layer} ${data.source}`] = data.digest;
    },
    "policy.loaded": (state, { data }) => {
      state.policy = JSON.stringify(data);
    },
  },
};
