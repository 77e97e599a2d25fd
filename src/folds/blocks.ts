/** Digests of the blocks of the last request for an answer, in order. */
import type { Fold } from "../contract/fold.ts";
import { isAnswer } from "./is-answer.ts";

export interface Blocks {
  digests: string[];
}

export const blocks: Fold<Blocks> = {
  name: "blocks",
  version: 1,
  initial: () => ({ digests: [] }),
  on: {
    "model.asked": (state, { data }) => {
      if (!isAnswer(data)) return;
      state.digests.length = data.blocks.kept;
      state.digests.push(...data.blocks.added);
    },
  },
};
