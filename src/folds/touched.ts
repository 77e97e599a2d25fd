/** The paths that calls have touched, and whether something may have come of them that the model was not told of. */
import type { Fold } from "../contract/fold.ts";

export interface Touched {
  /** As the calls named them, each once, oldest first; only so many. */
  paths: string[];
  /** Since the last request a path was touched for the first time, or a file was changed. */
  fresh: boolean;
}

const maxPaths = 500;

export const touched: Fold<Touched> = {
  name: "touched",
  version: 1,
  initial: () => ({ paths: [], fresh: false }),
  on: {
    "call.started": (state, { data }) => {
      for (const target of data.targets ?? []) {
        if (target.kind !== "path" || state.paths.length === maxPaths || state.paths.includes(target.path)) continue;
        state.paths.push(target.path);
        state.fresh = true;
      }
    },
    "call.finished": (state, { data }) => {
      if ((data.files ?? []).length > 0) state.fresh = true;
    },
    "model.asked": (state) => {
      state.fresh = false;
    },
  },
};
