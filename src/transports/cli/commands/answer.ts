/** `kelson answer`: what a waiting call is told, from another terminal or on another day. The run then goes on here. */
import { Argument } from "commander";
import type { Command } from "../../../contract/command.ts";
import { findSession } from "../find-session.ts";
import type { Define } from "../define.ts";
import { addConfigurationFlags, addOutputFlags, configurationFlags, type RunFlags } from "../flags.ts";
import { goingOn } from "../going-on.ts";
import { mannerOf } from "../presenter.ts";
import type { Surroundings } from "../surroundings.ts";
import { work } from "../work.ts";

export const define: Define = (command, surroundings, end) => {
  command
    .argument("<session>", "its id or the beginning of it")
    .argument("<call>", "the call's id")
    .addArgument(new Argument("<decision>", "whether it may run").choices(["yes", "no"]))
    .argument("[text...]", "why not, or the answer to its question")
    .option("--for-session", "yes to all of its kind in this session");
  command.option("--always", "yes to all of its kind in this directory, from now on");
  addOutputFlags(addConfigurationFlags(command));
  command.action(async (session: string, call: string, decision: "yes" | "no", words: string[], flags: AnswerFlags) => {
    const scope = flags.always ? "always" : flags.forSession ? "session" : "once";
    const text = words.length > 0 ? words.join(" ") : undefined;
    end(await answer(surroundings, { session, call, decision, text, scope }, { ...flags, session: true }));
  });
};

type AnswerFlags = RunFlags & { readonly forSession?: boolean; readonly always?: boolean };

interface Answering {
  readonly session: string;
  readonly call: string;
  readonly decision: "yes" | "no";
  /** Told to the model: why not, or the answer to its question. */
  readonly text: string | undefined;
  readonly scope: "once" | "session" | "always";
}

const answer = async (surroundings: Surroundings, answering: Answering, flags: RunFlags): Promise<number> => {
  const { call, decision, text, scope } = answering;
  const command: Command = {
    type: "answer",
    id: surroundings.newId(),
    call,
    decision,
    scope,
    ...(text === undefined ? {} : { text }),
  };
  const result = await work(surroundings, {
    flags,
    manner: mannerOf(flags),
    prepare: async () => {
      const given = configurationFlags({ ...flags });
      const found = await goingOn(surroundings, given, (runtime) => findSession(runtime, answering.session));
      return { ...found, command };
    },
  });
  return result.exit_code;
};
