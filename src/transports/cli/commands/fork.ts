/** `kelson fork`: a new session that begins with another one's lines up to a step. */
import type { Define } from "../define.ts";
import { findSession } from "../find-session.ts";
import { addConfigurationFlags, addOutputFlags, configurationFlags, type RunFlags } from "../flags.ts";
import { forked, type ForkPlace, stepIn } from "../sessions/forked.ts";
import { workInFork } from "../sessions/work-in-fork.ts";
import { anySession, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

interface ForkFlags extends RunFlags, ForkPlace {
  readonly at?: string;
  readonly stateDir?: string;
  readonly model?: string;
}

export const define: Define = (command, surroundings, end) => {
  command
    .argument(...anySession)
    .argument("[task...]", "what the fork is to do; without one it is only made, or with --model goes on from there")
    .option("--at <step>", "the last step that the fork keeps, 0 for none; by default all")
    .option("--worktree", "work in a git worktree of its own, with all changes that are there now")
    .option("--copy <directory>", "work in a copy of the session's directory, which is made there");
  addOutputFlags(addConfigurationFlags(command));
  command.action(async (id: string | undefined, words: string[], flags: ForkFlags) => {
    if (words.length === 0 && flags.model === undefined) return end(await make(surroundings, id, flags));
    const configuration = configurationFlags({ ...flags });
    end(await workInFork(surroundings, { id, words, at: pointIn(flags), place: flags, configuration, flags }));
  });
};

const make = (surroundings: Surroundings, id: string | undefined, flags: ForkFlags): Promise<number> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const parent = await findSession(runtime, id);
    const fork = await forked(runtime, parent, { ...flags, at: pointIn(flags), here: surroundings.cwd });
    surroundings.stdout.write(`${fork.id}\n`);
    const after = flags.at === undefined ? "" : ` after step ${flags.at}`;
    surroundings.stderr.write(
      `forked from ${parent.id}${after}; go on with: kelson run -r ${fork.id} "what is to be done"\n`,
    );
    await fork.close();
    return 0;
  });

const pointIn = ({ at }: ForkFlags) => (at === undefined ? undefined : stepIn("--at", at));
