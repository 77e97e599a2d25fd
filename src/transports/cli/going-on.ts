/** A session that goes on: which one, and with the model that it had unless a flag names another. */
import type { Configuration } from "../../contract/options.ts";
import type { Runtime, SessionSummary } from "../../contract/runtime.ts";
import type { State } from "../../contract/terms.ts";
import { status } from "../../folds/status/status.ts";
import { doingText } from "./sessions/doing-text.ts";
import { withRuntime } from "./store-command.ts";
import type { Flags, Surroundings } from "./surroundings.ts";
import type { Prepared } from "./work.ts";

/** `resting` is the state of a session in which nothing is left to go on with. */
export interface GoingOn extends Pick<Prepared, "configuration" | "cwd" | "open"> {
  readonly id: string;
  readonly resting: State | undefined;
  /** What it was at, in words. */
  readonly doing: string;
}

export const goingOn = async (
  surroundings: Surroundings,
  flags: Flags,
  find: (runtime: Runtime) => Promise<SessionSummary>,
): Promise<GoingOn> => {
  const configuration = await surroundings.configure(flags);
  const { id, cwd, had, resting, doing } = await withRuntime(surroundings, configuration, async (runtime) => {
    const found = await find(runtime);
    return { id: found.id, cwd: found.cwd, doing: doingText(found), ...(await lastRun(runtime, found.id)) };
  });
  return {
    id,
    resting,
    doing,
    configuration: flags["model"] === undefined ? { ...configuration, ...had } : configuration,
    cwd,
    open: async (runtime) => ({ session: await runtime.open(id), isNew: false }),
  };
};

interface LastRun extends Pick<GoingOn, "resting"> {
  /** The model that it had; none when nothing ever ran. */
  readonly had: Pick<Configuration, "model" | "baseUrl">;
}

const lastRun = async (runtime: Runtime, id: string): Promise<LastRun> => {
  const session = runtime.view(id);
  // What waits in its inbox is written down when it is let go: somebody may have said it and been killed.
  if ((await session.waiting()) > 0) await (await runtime.open(id)).close();
  const { settings, run, said, queue, ended } = await session.read(status);
  const resting = run === null && said === null && queue.length === 0 ? (ended ?? "idle") : undefined;
  if (settings === null) return { had: {}, resting };
  const { model, baseUrl } = settings;
  return { had: { model, ...(baseUrl === undefined ? {} : { baseUrl }) }, resting };
};
