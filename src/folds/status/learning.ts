/** The slice of the status that follows how much the user has said since the model was last asked what is known of them. */
import type { Handlers } from "../../contract/fold.ts";

/** After so many messages there is something to learn. */
export const messagesDue = 5;

export interface LearningSlice {
  /** Messages of the user. */
  heard: number;
}

export const initialLearning = (): LearningSlice => ({ heard: 0 });

export const onLearning = {
  "user.said": (state, { data }) => {
    if (data.origin === "user") state.heard += 1;
  },
  "model.asked": (state, { data }) => {
    if (data.purpose === "profile") state.heard = 0;
  },
  "guard.tripped": (state, { data }) => {
    if (data.guard === "profile") state.heard = 0;
  },
} satisfies Handlers<LearningSlice>;
