/** A session that goes on: which one, and with the model that it had unless a flag names another. */
import type { Configuration } from "../../contract/options.ts";
import type { Runtime, SessionSummary } from "../../contract/runtime.ts";
import { status } from "../../folds/status/status.ts";
import { withRuntime } from "./store-command.ts";
import type { Flags, Surroundings } from "./surroundings.ts";
import type { Prepared } from "./work.ts";

export const goingOn = async (
  surroundings: Surroundings,
  flags: Flags,
  find: (runtime: Runtime) => Promise<SessionSummary>,
): Promise<Pick<Prepared, "configuration" | "cwd" | "open">> => {
  const configuration = await surroundings.configure(flags);
  const { id, cwd, had } = await withRuntime(surroundings, configuration, async (runtime) => {
    const found = await find(runtime);
    return { id: found.id, cwd: found.cwd, had: await lastModel(runtime, found.id) };
  });
  return {
    configuration: flags["model"] === undefined ? { ...configuration, ...had } : configuration,
    cwd,
    open: async (runtime) => ({ session: await runtime.open(id), isNew: false }),
  };
};

/** The model of the session's last run; none when nothing ever ran. */
const lastModel = async (runtime: Runtime, id: string): Promise<Pick<Configuration, "model" | "baseUrl">> => {
  const session = await runtime.open(id);
  const { settings } = await session.read(status);
  await session.close();
  if (settings === null) return {};
  return { model: settings.model, ...(settings.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }) };
};
