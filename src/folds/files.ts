/** What the log knows of the workspace's files: the newest snapshot, or why there is none. */
import type { Fold } from "../contract/fold.ts";

export interface Files {
  /** Null before the first. */
  snapshot: string | null;
  /** Why nothing could be saved since, as it was told. */
  trouble: string | null;
}

export const files: Fold<Files> = {
  name: "files",
  version: 1,
  initial: () => ({ snapshot: null, trouble: null }),
  on: {
    "files.saved": (state, { data }) => {
      Object.assign(state, { snapshot: data.snapshot, trouble: null });
    },
    "files.restored": (state, { data }) => {
      Object.assign(state, { snapshot: data.snapshot, trouble: null });
    },
    "guard.tripped": (state, { data }) => {
      if (data.guard === "checkpoint") state.trouble = data.detail;
    },
  },
};
