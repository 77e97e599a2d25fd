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
      const name = `${data.layer} ${data.source}`;
      // What was erased is loaded again, or the model would go on without it.
      if (data.text === undefined) delete state.digests[name];
      else state.digests[name] = data.digest;
    },
    "policy.loaded": (state, { data }) => {
      state.policy = JSON.stringify(data);
    },
  },
};
