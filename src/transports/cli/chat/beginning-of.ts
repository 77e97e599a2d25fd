/** What a chat begins with, from its flags: a new session, or one that goes on. */
import { foundSession } from "../find-session.ts";
import { configurationFlags, type RunFlags } from "../flags.ts";
import { goingOn } from "../going-on.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Beginning } from "./chat.ts";

export const beginningOf = async (surroundings: Surroundings, flags: RunFlags): Promise<Omit<Beginning, "message">> => {
  const given = configurationFlags({ ...flags });
  if (flags.continue || flags.resume) {
    const found = await goingOn(surroundings, given, foundSession(surroundings.cwd, flags));
    return {
      ...found,
      flags,
      goesOn: found.resting === undefined,
      open: async (runtime) => (await found.open(runtime)).session,
    };
  }
  const { cwd } = surroundings;
  const configuration = await surroundings.configure(given);
  return { flags, configuration, cwd, goesOn: false, open: (runtime) => runtime.create({ cwd }) };
};
