/** The library's door: an agent is configuration, and a run is what becomes of a task. */
import { randomUUID } from "node:crypto";
import type { Command } from "../contract/command.ts";
import { KelsonError } from "../contract/error.ts";
import type { Event } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import type { ContentPart } from "../contract/message.ts";
import type { Runtime, Session } from "../contract/runtime.ts";
import type { Mode } from "../contract/terms.ts";
import type { Input } from "../contract/tool.ts";
import { head } from "../folds/head.ts";
import { status } from "../folds/status/status.ts";
import { answerCommand, type Answer, openAsks } from "./ask.ts";
import { converse } from "./converse.ts";
import { events, type Hearing, type Item, type Stream, tokens } from "./items.ts";
import { keysOf, readFold, runtimeOpener } from "./open.ts";
import type { AgentOptions } from "./options.ts";
import { resultOf } from "./result.ts";
import { begin, type Run } from "./run.ts";
import { inputOf, type OutputOf, type Schema } from "./schema.ts";
import { shared } from "./shared.ts";
import { openerOf } from "./store.ts";

/** What a run can be told besides its task. */
export interface RunOptions<S extends Stream = Stream> {
  /** What iterating gives: every event as it is saved, or the model's text as it is written. Default: `"event"`. */
  readonly stream?: S | undefined;
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** A task in words, or in parts when there are images. */
export type Task = string | readonly ContentPart[];

/** An agent holds nothing open: each run opens what it needs, shares it with those beside it, and closes it. */
export interface Agent<Output = undefined> {
  /**
   * Begins to work on a task at once: in a new session, or in one that goes on. What that one was at is finished first; if
   * it waits for an answer, the task waits behind it.
   */
  readonly run: <S extends Stream = "event">(
    task: Task,
    options?: RunOptions<S> & { readonly session?: string | undefined },
  ) => Run<Item<S>, Output>;
  /** Goes on with what a session was at when its process crashed or was stopped; gives its result if nothing was left. */
  readonly resume: <S extends Stream = "event">(session: string, options?: RunOptions<S>) => Run<Item<S>, Output>;
  /** Answers a call that waits, as `result.asks` lists it, and goes on. */
  readonly answer: <S extends Stream = "event">(
    asked: { readonly session: string; readonly call: string },
    answer: Answer,
    options?: RunOptions<S>,
  ) => Run<Item<S>, Output>;
  /** The state of a fold over a session: `folds.usage`, `folds.transcript`, or one of your own. */
  readonly read: <State>(session: string, fold: Fold<State>) => Promise<State>;
}

/**
 * Describes an agent. It is stateless and opens nothing until a run is made. Throws KelsonError `bad_input` for a wrong
 * option.
 *
 * ```ts
 * const { text } = await agent({ model: "anthropic/claude-sonnet-5" }).run("What is in this directory?");
 * ```
 */
export const agent = <S extends Schema<unknown> | undefined = undefined>(
  options: AgentOptions<S> = {},
): Agent<OutputOf<S>> => {
  const { mode, store = "memory", cwd } = options;
  const onAsk = typeof options.onAsk === "function" ? options.onAsk : undefined;
  const output = options.output && (inputOf(options.output) as Input<OutputOf<S>>);
  const openStore = openerOf(store);
  const withRuntime = shared(runtimeOpener(options, openStore));

  const start = <Chosen extends Stream>(
    { open, commands }: Start,
    { stream, signal }: RunOptions<Chosen> = {},
  ): Run<Item<Chosen>, OutputOf<S>> =>
    begin(
      (work) =>
        withRuntime(async (runtime) => {
          const { session, from } = await open(runtime);
          try {
            const said = [...(await modeCommand(session, mode)), ...(await commands(session))];
            const hearing = hearingOf(stream, work.push);
            const heard = await converse({ session, from, commands: said, onAsk, hearing, signal: work.signal });
            return await resultOf(session, heard, output);
          } finally {
            await session.close();
          }
        }),
      signal,
    );

  return {
    run: (task, { session, ...more } = {}) => {
      const open = session === undefined ? created(cwd) : opened(session);
      return start({ open, commands: async () => [{ type: "say", id: randomUUID(), parts: partsOf(task) }] }, more);
    },
    resume: (session, more) => start({ open: opened(session), commands: async () => [] }, more),
    answer: ({ session, call }, answer, more) =>
      start({ open: opened(session), commands: async (open) => [await answerTo(open, call, answer)] }, more),
    read: async (session, fold) => readFold({ store: await openStore(), keys: keysOf(store) }, session, fold),
  };
};

/** How a run gets its session, and what it says there first. */
interface Start {
  readonly open: (runtime: Runtime) => Promise<{ readonly session: Session; readonly from: number }>;
  readonly commands: (session: Session) => Promise<readonly Command[]>;
}

const created =
  (cwd = process.cwd()): Start["open"] =>
  async (runtime) => ({ session: await runtime.create({ cwd }), from: 0 });

const opened =
  (id: string): Start["open"] =>
  async (runtime) => {
    const session = await runtime.open(id);
    return { session, from: (await session.read(head)).seq + 1 };
  };

const partsOf = (task: Task): ContentPart[] => (typeof task === "string" ? [{ type: "text", text: task }] : [...task]);

const modeCommand = async (session: Session, mode: Mode | undefined): Promise<readonly Command[]> =>
  mode === undefined || (await session.read(status)).mode === mode
    ? []
    : [{ type: "set-mode", id: randomUUID(), mode }];

const answerTo = async (session: Session, call: string, answer: Answer): Promise<Command> => {
  const ask = (await openAsks(session)).find((open) => open.call === call);
  if (ask !== undefined) return answerCommand(ask, answer, randomUUID());
  throw new KelsonError("not_found", `call ${call} of session ${session.id} does not wait for an answer`);
};

const hearingOf = <S extends Stream>(stream: S | undefined, push: (item: Item<S>) => void): Hearing =>
  stream === "token" ? tokens(push as (text: string) => void) : events(push as (event: Event) => void);
