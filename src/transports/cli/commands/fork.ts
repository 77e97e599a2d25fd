/** `kelson fork`: a new session that begins with another one's lines up to a step. */
import { cp } from "node:fs/promises";
import { resolve } from "node:path";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import type { ForkPoint, Runtime, Session, SessionSummary } from "../../../contract/runtime.ts";
import { status } from "../../../folds/status/status.ts";
import type { Define } from "../define.ts";
import { findSession } from "../find-session.ts";
import { addConfigurationFlags, addOutputFlags, configurationFlags, type RunFlags } from "../flags.ts";
import { goingOn } from "../going-on.ts";
import { mannerOf } from "../presenter.ts";
import { say } from "../say.ts";
import { anySession, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";
import { work } from "../work.ts";

interface ForkFlags extends RunFlags {
  readonly at?: string;
  readonly copy?: string;
  readonly worktree?: boolean;
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
  command.action(async (id: string | undefined, words: string[], flags: ForkFlags) =>
    end(
      words.length === 0 && flags.model === undefined
        ? await make(surroundings, id, flags)
        : await go(surroundings, { id, words, flags }),
    ),
  );
};

const make = (surroundings: Surroundings, id: string | undefined, flags: ForkFlags): Promise<number> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const parent = await findSession(runtime, id);
    const fork = await forked(runtime, parent, flags, surroundings.cwd);
    surroundings.stdout.write(`${fork.id}\n`);
    const after = flags.at === undefined ? "" : ` after step ${flags.at}`;
    surroundings.stderr.write(
      `forked from ${parent.id}${after}; go on with: kelson run -r ${fork.id} "what is to be done"\n`,
    );
    await fork.close();
    return 0;
  });

interface Going {
  readonly id: string | undefined;
  readonly words: readonly string[];
  readonly flags: ForkFlags;
}

const go = async (surroundings: Surroundings, { id, words, flags }: Going): Promise<number> => {
  const result = await work(surroundings, {
    flags: { ...flags, session: true },
    manner: mannerOf(flags),
    prepare: async () => {
      const given = configurationFlags({ ...flags });
      const parent = await goingOn(surroundings, given, (runtime) => findSession(runtime, id));
      return {
        configuration: parent.configuration,
        cwd: flags.copy === undefined ? parent.cwd : resolve(surroundings.cwd, flags.copy),
        command: words.length === 0 ? undefined : say(surroundings.newId(), words.join(" ")),
        open: async (runtime) => {
          const goesOn = words.length === 0;
          const session = await forked(runtime, parent, { ...flags, goesOn }, surroundings.cwd);
          if (goesOn && (await session.read(status)).run === null) throw nothingUnderWay(session.id);
          return { session, isNew: false };
        },
      };
    },
  });
  return result.exit_code;
};

const forked = async (
  runtime: Runtime,
  { id, cwd }: Pick<SessionSummary, "id" | "cwd">,
  { at, copy, worktree, goesOn }: ForkFlags & { readonly goesOn?: boolean },
  here: string,
): Promise<Session> => {
  if (copy !== undefined && worktree)
    throw new KelsonError("bad_input", "--copy and --worktree are two places; name one");
  const point = at === undefined ? undefined : pointIn(at);
  if (copy === undefined) return runtime.fork(id, { at: point, goesOn, worktree });
  const directory = resolve(here, copy);
  await copied(cwd, directory);
  return runtime.fork(id, { at: point, cwd: directory, goesOn });
};

const nothingUnderWay = (fork: string): KelsonError =>
  new KelsonError("refused", `nothing was under way there that ${fork} could go on with`, {
    hint: `Say what is to be done: kelson run -r ${fork} "task", or fork at a step with calls: --at.`,
  });

const pointIn = (at: string): ForkPoint => {
  if (/^\d+$/u.test(at)) return { step: Number(at) };
  throw new KelsonError("bad_input", `--at must be a step, such as 3, got "${at}"`);
};

/** Links stay what they are, and nothing that is there is touched. */
const copied = async (from: string, to: string): Promise<void> => {
  try {
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true });
  } catch (error) {
    throw new KelsonError("bad_input", `--copy ${to} cannot be made: ${sentenceOf(error)}`, { cause: error });
  }
};
