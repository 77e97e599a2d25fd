/** The fold `checked`: whether the latest answer fits the JSON Schema that it has to fit; null when there was none to fit. */
import type { Fold } from "../../contract/fold.ts";

export interface Checked {
  fits: boolean | null;
}

export const checked: Fold<Checked> = {
  name: "checked",
  version: 1,
  initial: () => ({ fits: null }),
  on: {
    "run.started": (state) => {
      state.fits = null;
    },
    "output.checked": (state, { data }) => {
      state.fits = data.ok;
    },
  },
};
