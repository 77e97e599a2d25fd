/** What the prompt was last made of, so that only what changed is loaded again: digests by layer and source. */
import type { EventData } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";

export interface Loaded {
  digests: Record<string, string>;
  policy: string;
}

/** What tells a layer apart. */
export const layerName = ({ layer, source }: Pick<EventData<"context.loaded">, "layer" | "source">): string =>
  `${layer} ${source}`;

export const loaded: Fold<Loaded> = {
  name: "loaded",
  version: 1,
  initial: () => ({ digests: {}, policy: "" }),
  on: {
    "context.loaded": (state, { data }) => {
      const name = layerName(data);
      // What was erased is loaded again, or the model would go on without it.
      if (data.text === undefined) delete state.digests[name];
      else state.digests[name] = data.digest;
    },
    "policy.loaded": (state, { data }) => {
      state.policy = JSON.stringify(data);
    },
  },
};
