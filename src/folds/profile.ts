/** The fold `profile`: what is known of the user, from the log that only tells of that. */
import type { Fold } from "../contract/fold.ts";
import type { ProfileVersion } from "../contract/profile.ts";

export interface ProfileState {
  text: string;
  version: number;
  versions: ProfileVersion[];
  learned: Record<string, number>;
}

export const profile: Fold<ProfileState> = {
  name: "profile",
  version: 1,
  initial: () => ({ text: "", version: 0, versions: [], learned: {} }),
  on: {
    "profile.learned": (state, { at, data }) => {
      const { version, by, from, digest, text = "" } = data;
      state.text = text;
      state.version = version;
      state.versions.push({ version, at, by, digest, ...(from !== undefined && { from }) });
      if (from !== undefined) state.learned[from.session] = from.last;
    },
    "profile.cleared": (state) => {
      state.text = "";
    },
  },
};
