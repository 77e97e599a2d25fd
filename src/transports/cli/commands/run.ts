/** `kelson run`: a task for a new session, or for one that goes on. */
import { Option } from "commander";
import { KelsonError } from "../../../contract/error.ts";
import type { Runtime, Session } from "../../../contract/runtime.ts";
import { findSession, latestIn } from "../find-session.ts";
import type { Define } from "../define.ts";
import { addConfigurationFlags, addOutputFlags, addRunFlags, configurationFlags, type RunFlags } from "../flags.ts";
import { say } from "../say.ts";
import { mannerOf } from "../presenter.ts";
import type { Surroundings } from "../surroundings.ts";
import { taskText } from "../task-text.ts";
import { work } from "../work.ts";

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
      return {
        configuration: await surroundings.configure(configurationFlags({ ...flags })),
        cwd: surroundings.cwd,
        open: (runtime) => openSession(runtime, surroundings.cwd, flags),
        command: task === "" ? undefined : say(surroundings.newId(), task),
      };
    },
  });
  return result.exit_code;
};

const openSession = async (
  runtime: Runtime,
  cwd: string,
  { continue: latest, resume }: RunFlags,
): Promise<{ session: Session; isNew: boolean }> => {
  if (!latest && !resume) return { session: await runtime.create({ cwd }), isNew: true };
  const { id } = latest
    ? await latestIn(runtime, cwd)
    : await findSession(runtime, resume === true ? undefined : resume);
  return { session: await runtime.open(id), isNew: false };
};

const noTask = (): KelsonError =>
  new KelsonError("bad_input", "there is no task", {
    hint: 'Give one: kelson run "task", or --file task.md, or pipe it in.',
  });
