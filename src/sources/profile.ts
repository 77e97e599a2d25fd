/** What is known of the user, beside their message. */
import type { Profile } from "../contract/profile.ts";
import type { Source } from "../contract/source.ts";

export const profile = (read: () => Promise<Profile>): Source => ({
  name: "profile",
  gather: async () => {
    const { text, version } = await read();
    // Nothing was ever known; what was, and was cleared, has to be taken back.
    if (version === 0) return [];
    const known = text === "" ? "Nothing is known of the user any more: they cleared it." : `${heading}\n${text}`;
    return [{ layer: "profile", source: "the user's own log", position: "turn", text: known }];
  },
});

const heading = "What is known of the user from other sessions. What they say now counts more.";
