/** Follows the record of a session up to a step, and goes on live from there, in a fork. */
import { KelsonError } from "../../../contract/error.ts";
import type { SessionSummary } from "../../../contract/runtime.ts";
import { findSession } from "../find-session.ts";
import { configurationFlags } from "../flags.ts";
import { withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";
import { stepIn } from "./forked.ts";
import type { ReplayFlags } from "./replay-flags.ts";
import { outcomeText } from "./replay-outcome.ts";
import { workInFork } from "./work-in-fork.ts";

/** Gives back the exit code: 1 when the record cannot be rebuilt up to there, and then nothing goes on. */
export const replayLive = async (
  surroundings: Surroundings,
  name: string | undefined,
  { from, ...flags }: ReplayFlags & { readonly from: string },
): Promise<number> => {
  const at = stepIn("--from", from);
  const { session, isSame, text } = await withRuntime(surroundings, flags, async (runtime) => {
    const found = await findSession(runtime, name);
    const { requests } = await runtime.replay(found.id);
    refuseBeyond(found, at.step, requests.at(-1)?.step ?? 0);
    const until = { session: found.id, requests: requests.filter(({ step }) => step <= at.step) };
    const broken = until.requests.some((request) => request.broken !== undefined);
    return { session: found, isSame: !broken, text: outcomeText({ name: found.id, replayed: until }) };
  });
  surroundings.stderr.write(text);
  if (!isSame) return 1;
  return workInFork(surroundings, {
    id: session.id,
    words: [],
    at,
    place: flags,
    configuration: configurationFlags({ ...flags }),
    flags: { session: true, outputFormat: "text" },
    begun: (fork) => surroundings.stderr.write(`fork ${fork} goes on live after step ${at.step} of ${session.id}\n`),
  });
};

/** Said before anything is made. */
const refuseBeyond = ({ id }: SessionSummary, step: number, last: number): void => {
  if (step > last) throw new KelsonError("bad_input", `session ${id} has no step ${step}; its last one is ${last}`);
};
