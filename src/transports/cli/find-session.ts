/** Sessions by what a person types: an id, the beginning of it or of its last part, or nothing for the latest. */
import { KelsonError } from "../../contract/error.ts";
import { userSession } from "../../contract/profile.ts";
import type { Runtime, SessionSummary } from "../../contract/runtime.ts";

/** Rejects with `not_found`, or with `bad_input` naming all that it could mean. */
export const findSession = async (runtime: Runtime, typed: string | undefined): Promise<SessionSummary> => {
  const sessions = await runtime.list({ hidden: typed === userSession });
  const found = typed === undefined ? sessions.filter(isMain).slice(0, 1) : matching(sessions, typed);
  if (found.length === 1 && found[0]) return found[0];
  if (found.length === 0) {
    const what = typed === undefined ? "there is no session yet" : `no session has the id "${typed}"`;
    throw new KelsonError("not_found", `${what} (in ${runtime.place})`, { hint: "kelson sessions list shows them." });
  }
  throw new KelsonError("bad_input", `"${typed}" could be any of ${found.map(({ id }) => id).join(", ")}`);
};

/** The latest session of a directory. */
export const latestIn = async (runtime: Runtime, cwd: string): Promise<SessionSummary> => {
  const found = (await runtime.list()).find((session) => session.cwd === cwd && isMain(session));
  if (found) return found;
  throw new KelsonError("not_found", `there is no session of ${cwd} to go on with (in ${runtime.place})`);
};

/** A person goes on with what a person began. */
const isMain = ({ kind }: SessionSummary): boolean => kind === "main";

/** The one that `-c` or `-r` names. */
export const foundSession =
  (cwd: string, flags: { readonly continue?: boolean; readonly resume?: string | true }) =>
  (runtime: Runtime): Promise<SessionSummary> =>
    flags.continue ? latestIn(runtime, cwd) : findSession(runtime, flags.resume === true ? undefined : flags.resume);

/** What is short enough to type: the end of an id where no other id has the same, else the id. */
export const shortId = (id: string, all: readonly string[]): string => {
  const end = endOf(id);
  return all.filter((other) => endOf(other) === end).length > 1 ? id : end;
};

const endOf = (id: string): string => id.slice(id.lastIndexOf("-") + 1);

const matching = (sessions: readonly SessionSummary[], typed: string): readonly SessionSummary[] => {
  const exact = sessions.filter(({ id }) => id === typed || endOf(id) === typed);
  return exact.length > 0 ? exact : sessions.filter(({ id }) => id.startsWith(typed) || endOf(id).startsWith(typed));
};
