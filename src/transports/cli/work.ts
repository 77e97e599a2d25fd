/** Lets a session work until it rests: shows what happens, asks the person if there is one, ends with one record. */
import type { Command } from "../../contract/command.ts";
import { KelsonError } from "../../contract/error.ts";
import type { Configuration } from "../../contract/options.ts";
import type { Runtime, Session } from "../../contract/runtime.ts";
import type { CallItem } from "../../folds/transcript-item.ts";
import { status } from "../../folds/status/status.ts";
import { askPerson } from "./ask-person.ts";
import { choosePresenter } from "./choose-presenter.ts";
import { type Diagnostics, diagnostics } from "./diagnostics.ts";
import type { RunFlags } from "./flags.ts";
import { hearing } from "./hearing.ts";
import type { Manner, Presenter } from "./presenter.ts";
import { type Result, resultOf } from "./result.ts";
import { askedCalls, nothingSeen, see, seenBefore, type Seen } from "./seen.ts";
import { type Stopping, stopping } from "./stopping.ts";
import type { Surroundings } from "./surroundings.ts";

/** What is to be done. All that may fail happens inside `prepare` and later, so that a failure has its record too. */
export interface Job {
  readonly flags: RunFlags;
  readonly manner: Manner;
  readonly prepare: () => Promise<Prepared>;
}

export interface Prepared {
  readonly configuration: Configuration;
  readonly cwd: string;
  /** `isNew` when all that stands in the session is news. */
  readonly open: (runtime: Runtime) => Promise<{ readonly session: Session; readonly isNew: boolean }>;
  /** What is sent to it; without a command it just goes on. */
  readonly command?: Command | undefined;
}

/** One piece of work while it goes on; the session and what is seen of it come when it is opened. */
interface Working {
  readonly surroundings: Surroundings;
  readonly presenter: Presenter;
  readonly log: Diagnostics;
  readonly stop: Stopping;
  readonly interactive: boolean;
  seen: Seen;
  session?: string;
}

/** Gives back what is also shown as the last record. */
export const work = async (surroundings: Surroundings, job: Job): Promise<Result> => {
  const startedAt = surroundings.now();
  const working: Working = {
    surroundings,
    presenter: await choosePresenter(surroundings, job.manner),
    log: diagnostics(surroundings, job.flags),
    stop: stopping(surroundings.onSignal),
    interactive: interactive(surroundings, job.manner),
    seen: nothingSeen(),
  };
  const error = await Promise.race([workUntilRest(working, job), working.stop.atOnce]).catch((thrown: unknown) => ({
    thrown,
  }));
  const result = resultOf(working.seen, {
    session: working.session,
    durationMs: surroundings.now() - startedAt,
    signal: working.stop.signal(),
    error: error?.thrown,
  });
  working.presenter.end(result);
  working.log.log(result.is_error ? "error" : "info", "end", { session: result.session_id, subtype: result.subtype });
  return result;
};

const workUntilRest = async (working: Working, job: Job): Promise<undefined> => {
  const { surroundings, presenter, log } = working;
  const { configuration, cwd, open, command } = await job.prepare();
  const { withModel } = await surroundings.assemble();
  const { env } = surroundings;
  const saved = job.flags.session;
  const { runtime, chosen } = await withModel({ configuration, cwd, env, saved, interactive: working.interactive });
  try {
    const { session, isNew } = await open(runtime);
    working.session = session.id;
    if (!isNew) working.seen = await seenBefore(session);
    const start = { session: session.id, place: runtime.place, saved: runtime.durable, chosen };
    presenter.begin(start);
    log.log("info", "begin", start);
    const mode = await modeCommand(surroundings, session, configuration);
    await converse(
      working,
      session,
      [mode, command].filter((given) => given !== undefined),
    );
    await session.close();
  } finally {
    await runtime.close();
  }
};

/** A mode that was asked for and is not the session's own. */
const modeCommand = async (
  { newId }: Surroundings,
  session: Session,
  { permissionMode: mode }: Configuration,
): Promise<Command | undefined> =>
  mode === undefined || (await session.read(status)).mode === mode
    ? undefined
    : { type: "set-mode", id: newId(), mode };

/** Says what is to be said, then answers questions until none is open and the session rests. */
const converse = async (working: Working, session: Session, commands: readonly Command[]): Promise<void> => {
  const { surroundings, presenter, log, stop, seen } = working;
  session.deltas(presenter.deltas);
  const { heardAll } = hearing(session, seen.from, (event) => {
    see(seen, event);
    log.event(event);
    presenter.event(event, seen);
  });
  let cancelled: Promise<unknown> | undefined;
  stop.cleanly(() => {
    presenter.stopping();
    cancelled = session.send({ type: "cancel", id: surroundings.newId() });
  });
  for (const command of commands) await sent(session, command);
  for (;;) {
    await cancelled;
    await session.rest();
    await heardAll();
    const asked = askedCalls(seen);
    if (cancelled || asked.length === 0 || !working.interactive) return;
    for (const answer of await answersTo(asked, working)) await session.send(answer);
  }
};

/** All questions are answered before anything runs on, so that nothing is shown between a question and its answer. */
const answersTo = async (
  asked: readonly CallItem[],
  { surroundings, presenter, stop }: Working,
): Promise<Command[]> => {
  const answers: Command[] = [];
  try {
    for (const call of asked) {
      presenter.asking(call);
      answers.push({ ...(await askPerson(surroundings, call, stop.asked)), id: surroundings.newId() });
    }
    return answers;
  } catch (error) {
    if (stop.asked.aborted) return [];
    throw error;
  }
};

const sent = async (session: Session, command: Command): Promise<void> => {
  const outcome = await session.send(command);
  if (!outcome.ok) throw new KelsonError(outcome.code, outcome.message);
};

/** A person can be asked when they see the question and can type the answer. */
const interactive = ({ stdin, stderr }: Surroundings, { format, quiet }: Manner): boolean =>
  stdin.terminal && stderr.terminal && format === "text" && !quiet;
