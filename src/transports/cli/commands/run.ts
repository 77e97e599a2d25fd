/** `kelson run`: a task for a new session, or for one that goes on. */
import { Option } from "commander";
import { KelsonError } from "../../../contract/error.ts";
import type { State } from "../../../contract/terms.ts";
import { answerSchema } from "../answer-schema.ts";
import { foundSession } from "../find-session.ts";
import type { Define } from "../define.ts";
import { addConfigurationFlags, addOutputFlags, addRunFlags, configurationFlags, type RunFlags } from "../flags.ts";
import { goingOn } from "../going-on.ts";
import { driven } from "../chat/driven.ts";
import { beginningOf } from "../chat/beginning-of.ts";
import { say } from "../say.ts";
import { mannerOf } from "../presenter.ts";
import type { Flags, Surroundings } from "../surroundings.ts";
import { taskText } from "../task-text.ts";
import { type Prepared, work } from "../work.ts";

export const define: Define = (command, surroundings, end) => {
  command
    .argument("[task...]", "the task; more comes from --file and standard input")
    .option("--file <file>", "read the task from a file")
    .addOption(
      new Option("--input-format <format>", "what standard input is: part of the task, or a message a line")
        .choices(["text", "stream-json"])
        .default("text"),
    )
    .addOption(new Option("-p, --print", "as `run` does anyway").hideHelp());
  addOutputFlags(addConfigurationFlags(addRunFlags(command)));
  command.action(async (words: string[], flags: RunFlags) => end(await run(surroundings, words, flags)));
};

const run = async (surroundings: Surroundings, words: readonly string[], flags: RunFlags): Promise<number> => {
  if (flags.inputFormat === "stream-json") return drive(surroundings, words, flags);
  const goesOn = Boolean(flags.continue || flags.resume);
  const result = await work(surroundings, {
    flags,
    manner: mannerOf(flags),
    prepare: async () => {
      const task = await taskText(surroundings, words, flags.file);
      if (task === "" && !goesOn) throw noTask();
      if (goesOn && !flags.session) throw new KelsonError("bad_input", "--no-session has no session to go on with");
      const given = configurationFlags({ ...flags });
      const output = flags.jsonSchema === undefined ? undefined : await answerSchema(flags.jsonSchema);
      if (!goesOn)
        return { ...(await beginning(surroundings, given)), output, command: say(surroundings.newId(), task) };
      const { id, resting, ...session } = await goingOn(surroundings, given, foundSession(surroundings.cwd, flags));
      if (task === "" && resting !== undefined) throw nothingLeft(id, resting);
      return { ...session, output, command: task === "" ? undefined : say(surroundings.newId(), task) };
    },
  });
  return result.exit_code;
};

const drive = async (surroundings: Surroundings, words: readonly string[], flags: RunFlags): Promise<number> => {
  if (words.length > 0 || flags.file !== undefined)
    throw new KelsonError("bad_input", "with --input-format stream-json the task comes from standard input alone");
  const output = flags.jsonSchema === undefined ? undefined : await answerSchema(flags.jsonSchema);
  return driven(surroundings, { ...(await beginningOf(surroundings, flags)), output });
};

const beginning = async (surroundings: Surroundings, flags: Flags): Promise<Prepared> => {
  const { cwd } = surroundings;
  return {
    configuration: await surroundings.configure(flags),
    cwd,
    open: async (runtime) => ({ session: await runtime.create({ cwd }), isNew: true }),
  };
};

const nothingLeft = (id: string, state: State): KelsonError =>
  new KelsonError("refused", `session ${id} has nothing to go on with: it is ${state.replaceAll("_", " ")}`, {
    hint: `Say what is to be done next: kelson run -r ${id} "task"`,
  });

const noTask = (): KelsonError =>
  new KelsonError("bad_input", "there is no task", {
    hint: 'Give one: kelson run "task", or --file task.md, or pipe it in.',
  });
