/** Lets a session work until it rests, and ends with one record, whatever happened. */
import type { Command } from "../../contract/command.ts";
import { KelsonError } from "../../contract/error.ts";
import type { Configuration } from "../../contract/options.ts";
import type { Runtime, Session } from "../../contract/runtime.ts";
import { status } from "../../folds/status/status.ts";
import { answerFile } from "./answer-file.ts";
import { choosePresenter } from "./choose-presenter.ts";
import { type Conversation, converse } from "./converse.ts";
import { diagnostics } from "./diagnostics.ts";
import type { RunFlags } from "./flags.ts";
import { leaveSession } from "./leave-session.ts";
import { canAsk, type Manner } from "./presenter.ts";
import { redactedError } from "./redacted-error.ts";
import { answerOf, type Result, resultOf } from "./result.ts";
import { news, nothingSeen, seenBefore, type Seen } from "./seen.ts";
import { stopping } from "./stopping.ts";
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
  /** JSON Schema that the answer has to fit. */
  readonly output?: unknown;
  /** What a session that goes on was at, in words. */
  readonly doing?: string | undefined;
  /** What is sent to it; without a command it just goes on. */
  readonly command?: Command | undefined;
}

/** One piece of work while it goes on; the session and what is seen of it come when it is opened. */
interface Working extends Omit<Conversation, "session" | "seen"> {
  seen: Seen;
  session?: Session;
  /** Takes the answer in the end. */
  write?: (answer: string) => void;
}

/** Gives back what is also shown as the last record. */
export const work = async (surroundings: Surroundings, job: Job): Promise<Result> => {
  const startedAt = surroundings.now();
  const presenter = await choosePresenter(surroundings, job.manner);
  const log = diagnostics(surroundings, job.flags);
  const stop = stopping(surroundings.onSignal);
  const interactive = canAsk(surroundings, job.manner);
  const working: Working = { surroundings, presenter, log, stop, interactive, seen: nothingSeen() };
  const failure = await Promise.race([failureOf(workUntilRest(working, job)), stop.atOnce]);
  const result = resultOf(working.seen, {
    session: working.session?.id,
    durationMs: surroundings.now() - startedAt,
    signal: stop.signal(),
    error: failure && redactedError(failure.thrown, surroundings.redact),
  });
  presenter.end(result);
  working.write?.(result.structured_output === undefined ? answerOf(news(working.seen)) : result.result);
  log.log(result.is_error ? "error" : "info", "end", { session: result.session_id, subtype: result.subtype });
  return result;
};

const failureOf = async (done: Promise<void>): Promise<{ thrown: unknown } | undefined> => {
  try {
    await done;
    return undefined;
  } catch (thrown) {
    return { thrown };
  }
};

const workUntilRest = async (working: Working, job: Job): Promise<void> => {
  const { surroundings, presenter, log, interactive } = working;
  const { outputLastMessage: file } = job.flags;
  if (file !== undefined) working.write = answerFile(file);
  const { configuration, cwd, open, command, output, doing } = await job.prepare();
  const { withModel } = await surroundings.assemble();
  const { env, warn } = surroundings;
  const { runtime, chosen } = await withModel({
    configuration,
    cwd,
    env,
    saved: job.flags.session,
    interactive,
    output,
    warn,
  });
  const waitNoMore = runtime.waitForRoom((isFull) => presenter.room(isFull, runtime.place));
  try {
    const { session, isNew } = await open(runtime);
    working.session = session;
    if (!isNew) working.seen = await seenBefore(session);
    const start = { session: session.id, place: runtime.place, saved: runtime.durable, chosen, doing };
    presenter.begin(start);
    log.log("info", "begin", start);
    const mode = await modeCommand(surroundings, session, configuration);
    const commands = [mode, command].filter((given) => given !== undefined);
    const refused = async (error: unknown): Promise<never> => {
      const isRefusal = error instanceof KelsonError && error.code === "bad_input";
      if (isRefusal && !(await leaveSession(runtime, session))) delete working.session;
      throw error;
    };
    await converse({ ...working, session }, commands).catch(refused);
    await session.close();
  } finally {
    waitNoMore();
    await runtime.close();
  }
};

/** A mode that was asked for and is not the session's own. */
export const modeCommand = async (
  { newId }: Surroundings,
  session: Session,
  { permissionMode: mode }: Configuration,
): Promise<Command | undefined> =>
  mode === undefined || (await session.read(status)).mode === mode
    ? undefined
    : { type: "set-mode", id: newId(), mode };
