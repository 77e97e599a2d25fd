/** Whether logs are what was written: their chains, their signatures, and that none is gone. */
import { KelsonError } from "../../../contract/error.ts";
import type { Runtime } from "../../../contract/runtime.ts";
import type { Attested, Verdict } from "../../../contract/verdict.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import { type Paint, painter } from "../../terminal/paint.ts";
import { findSession } from "../find-session.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

/** Gives back the exit code: 1 when a log is not what was written. */
export const verifySessions = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: StoreFlags & { readonly all?: boolean; readonly json?: boolean },
): Promise<number> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, env } = surroundings;
    const paint = painter(stdout.terminal, env);
    let broken = 0;
    for (const session of flags.all ? await allSessions(runtime) : [await named(runtime, id)]) {
      const verdict = await verdictOn(runtime, session);
      if (!verdict.ok) broken += 1;
      const json = (): string => cleanJson(JSON.stringify({ session, ...verdict }));
      stdout.write(`${flags.json ? json() : verdictText(session, verdict, paint)}\n`);
    }
    return broken === 0 ? 0 : 1;
  });

/** Also those of which nothing is left but a signed head. */
const allSessions = async (runtime: Runtime): Promise<string[]> => {
  const listed = (await runtime.list({ hidden: true })).map(({ id }) => id);
  return [...new Set([...listed, ...(await runtime.attested())])];
};

/** One that is gone is found by its whole id. */
const named = async (runtime: Runtime, typed: string | undefined): Promise<string> => {
  if (typed !== undefined && (await runtime.attested()).includes(typed)) return typed;
  return (await findSession(runtime, typed)).id;
};

/** What cannot be read at all is no verdict of the chain, and must not hide the other sessions. */
type Unreadable = { readonly ok: false; readonly change: "unreadable"; readonly problem: string };

const verdictOn = async (runtime: Runtime, session: string): Promise<Verdict | Unreadable> => {
  try {
    return await runtime.verify(session);
  } catch (error) {
    if (!(error instanceof KelsonError)) throw error;
    return { ok: false, change: "unreadable", problem: error.message };
  }
};

const verdictText = (session: string, verdict: Verdict | Unreadable, paint: Paint): string => {
  if (verdict.ok) {
    const { lines, head, erased, attested } = verdict;
    const more = [erased > 0 && `${erased} erased`, ...(attested ? attestedTexts(attested, lines) : [])];
    return `${paint("green", "✓")} ${cleanLine(session)}: ${[`${lines} lines`, `head ${head}`, ...more].filter(Boolean).join(", ")}`;
  }
  const where = "seq" in verdict ? `broken at seq ${verdict.seq} (${verdict.change})` : "cannot be read";
  return `${paint("red", "✗")} ${cleanLine(session)}: ${where}: ${cleanLine(verdict.problem)}`;
};

const attestedTexts = ({ lines, key, kept, foreign }: Attested, all: number): (string | false)[] => [
  lines === 0 ? "not attested yet" : `attested with key ${key}`,
  lines > 0 && lines < all && `but the last ${counted(all - lines, "line")} not yet`,
  lines > 0 && !kept && "no head is kept beside the key, so a cut tail would not be found",
  foreign > 0 && `${counted(foreign, "signature")} of other keys not checked`,
];
