/** Forks a session, and lets the fork work at once: on a new task, or on what was under way. */
import { resolve } from "node:path";
import { KelsonError } from "../../../contract/error.ts";
import type { ForkPoint } from "../../../contract/runtime.ts";
import { status } from "../../../folds/status/status.ts";
import { findSession } from "../find-session.ts";
import type { RunFlags } from "../flags.ts";
import { goingOn } from "../going-on.ts";
import { mannerOf } from "../presenter.ts";
import { say } from "../say.ts";
import type { Flags, Surroundings } from "../surroundings.ts";
import { work } from "../work.ts";
import { forked, type ForkPlace } from "./forked.ts";

export interface ForkWork {
  readonly id: string | undefined;
  /** Without words it goes on with what was under way. */
  readonly words: readonly string[];
  readonly at: ForkPoint | undefined;
  readonly place: ForkPlace;
  readonly configuration: Flags;
  readonly flags: RunFlags;
  /** Hears the fork's id before it works. */
  readonly begun?: (fork: string) => void;
}

/** Gives back the exit code. */
export const workInFork = async (
  surroundings: Surroundings,
  { id, words, at, place, configuration, flags, begun }: ForkWork,
): Promise<number> => {
  const { cwd: here, newId } = surroundings;
  const result = await work(surroundings, {
    flags: { ...flags, session: true },
    manner: mannerOf(flags),
    prepare: async () => {
      const parent = await goingOn(surroundings, configuration, (runtime) => findSession(runtime, id));
      return {
        configuration: parent.configuration,
        cwd: place.copy === undefined ? parent.cwd : resolve(here, place.copy),
        command: words.length === 0 ? undefined : say(newId(), words.join(" ")),
        open: async (runtime) => {
          const goesOn = words.length === 0;
          const session = await forked(runtime, parent, { ...place, at, goesOn, here });
          if (goesOn && (await session.read(status)).run === null) throw nothingUnderWay(session.id);
          begun?.(session.id);
          return { session, isNew: false };
        },
      };
    },
  });
  return result.exit_code;
};

const nothingUnderWay = (fork: string): KelsonError =>
  new KelsonError("refused", `nothing was under way there that ${fork} could go on with`, {
    hint: `Say what is to be done: kelson run -r ${fork} "task", or fork at a step with calls: --at.`,
  });
