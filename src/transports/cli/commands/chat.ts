/** `kelson chat`: a session line by line. Piped in, each line is a message. */
import type { Define } from "../define.ts";
import { beginningOf } from "../chat/beginning-of.ts";
import { chat } from "../chat/chat.ts";
import { addConfigurationFlags, addSessionFlags, logFlags, type RunFlags } from "../flags.ts";

export const define: Define = (command, surroundings, end) => {
  command.argument("[message...]", "what is said first");
  logFlags(addConfigurationFlags(addSessionFlags(command)));
  command.action(async (words: string[], flags: Omit<RunFlags, "outputFormat">) => {
    const beginning = await beginningOf(surroundings, { ...flags, outputFormat: "text" });
    end(await chat(surroundings, { ...beginning, message: words.join(" ").trim() }));
  });
};
