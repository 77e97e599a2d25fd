/** The command `/calls`: the calls of the session, each to be seen whole. */
import { transcript } from "../../../folds/transcript.ts";
import { pickCall } from "../pickers/pick-call.ts";
import type { ScreenCommand } from "../screen.ts";
import { showCall } from "../viewers/show-call.ts";

export const callsCommand: ScreenCommand = {
  name: "calls",
  about: "the calls of the session; one that you choose is shown whole",
  run: async (screen) => {
    const { session } = screen.desk.place();
    const { items } = await session.read(transcript);
    if (!items.some(({ kind }) => kind === "call")) {
      screen.tell("note", "no call was made yet");
      return;
    }
    const item = await pickCall(screen, items);
    if (item !== undefined) await showCall(screen, session, item);
  },
};
