/** `kelson run`: a task for a new session, or for one that goes on. */
import { Option } from "commander";
import { KelsonError } from "../../../contract/error.ts";
import type { Runtime, SessionSummary } from "../../../contract/runtime.ts";
import { findSession, latestIn } from "../find-session.ts";
import type { Define } from "../define.ts";
import { addConfigurationFlags, addOutputFlags, addRunFlags, configurationFlags, type RunFlags } from "../flags.ts";
import { goingOn } from "../going-on.ts";
import { say } from "../say.ts";
import { mannerOf } from "../presenter.ts";
import type { Flags, Surroundings } from "../surroundings.ts";
import { taskText } from "../task-text.ts";
import { type Prepared, work } from "../work.ts";

export const define: Define = (command, surroundings, end) => {
  command
    .argument("[task...]", "the task; more comes from --file and standard input")
    .option("--file <file>", "read the task from a file")
    .addOption(new Option("-p, --print", "as `run` does anyway").hideHelp());
  addOutputFlags(addConfigurationFlags(addRunFlags(command)));
  command.action(async (words: string[], flags: RunFlags) => end(await run(surroundings, words, flags)));
};

const run = async (surroundings: Surroundings, words: readonly string[], flags: RunFlags): Promise<number> => {
  const goesOn = Boolean(flags.continue || flags.resume);
  const result = await work(surroundings, {
    flags,
    manner: mannerOf(flags),
    prepare: async () => {
      const task = await taskText(surroundings, words, flags.file);
      if (task === "" && !goesOn) throw noTask();
      if (goesOn && !flags.session) throw new KelsonError("bad_input", "--no-session has no session to go on with");
      const given = configurationFlags({ ...flags });
      return {
        ...(goesOn
          ? await goingOn(surroundings, given, found(surroundings.cwd, flags))
          : await beginning(surroundings, given)),
        command: task === "" ? undefined : say(surroundings.newId(), task),
      };
    },
  });
  return result.exit_code;
};

const beginning = async (surroundings: Surroundings, flags: Flags): Promise<Prepared> => {
  const { cwd } = surroundings;
  return {
    configuration: await surroundings.configure(flags),
    cwd,
    open: async (runtime) => ({ session: await runtime.create({ cwd }), isNew: true }),
  };
};

const found =
  (cwd: string, { continue: latest, resume }: RunFlags) =>
  (runtime: Runtime): Promise<SessionSummary> =>
    latest ? latestIn(runtime, cwd) : findSession(runtime, resume === true ? undefined : resume);

const noTask = (): KelsonError =>
  new KelsonError("bad_input", "there is no task", {
    hint: 'Give one: kelson run "task", or --file task.md, or pipe it in.',
  });
