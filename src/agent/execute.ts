/** Runs one tool within its limits: narrowed world, time limit, cancel. What it throws becomes a failure. */
import { sentenceOf } from "../contract/error.ts";
import type { NewEvent } from "../contract/event.ts";
import { type Host, Paused } from "../contract/host.ts";
import { UnknownMarker } from "../contract/redactor.ts";
import { failure, type Tool, type ToolOutcome } from "../contract/tool.ts";
import { type Allowance, CallBlocked } from "../contract/world.ts";
import { policy } from "../folds/policy.ts";
import type { OpenCall } from "../folds/status/calls.ts";
import type { Context } from "./context.ts";
import { type Deadline, deadline } from "./deadline.ts";
import { isStoreFailure } from "./store-failure.ts";
import { markerRule } from "./veil.ts";
import { veilFor } from "./veil-for.ts";
import { workTimeLeft } from "./work-time-left.ts";

/** How long a tool that was told to stop may take to stop. */
const graceMs = 2_000;

/** What a tool runs with, whether the session that it is called in lives or is replayed. */
export interface Executing extends Pick<Context, "world" | "redactor" | "status" | "read" | "signal" | "tell"> {
  readonly append: (event: NewEvent) => unknown;
}

export interface Execution extends Pick<Allowance, "hosts" | "denied" | "guarded"> {
  readonly tool: Tool;
  readonly input: unknown;
  /** What the tool can ask of the runtime. */
  readonly host: (signal: AbortSignal) => Host;
}

export const execute = async (
  context: Executing,
  open: Pick<OpenCall, "id">,
  call: Execution,
): Promise<ToolOutcome | Paused> => {
  const limit = deadline(context.signal(), timeLeft(context, call.tool));
  const { tool, input, hosts, denied, guarded } = call;
  const { mode } = context.status();
  const output = outputOf(context, open);
  try {
    const narrow = context.world.narrow({
      effects: tool.effects,
      anywhere: mode === "bypass",
      hosts,
      denied,
      guarded,
      reliesOn: context.read(policy).holds,
      connected: (egress) => context.append({ type: "egress.opened", data: { call: open.id, ...egress } }),
    });
    const { world, unknown: unknownMarkers } = veilFor(context, tool, { world: narrow, input });
    // What was cancelled while its start was written down does not begin.
    if (limit.passed !== "no") return relabel(failure(""), limit);
    const running = tool.run(input, {
      call: open.id,
      world,
      host: call.host(limit.signal),
      signal: limit.signal,
      output: output.push,
    });
    const outcome = await Promise.race([running, limit.overdue(graceMs)]);
    const [unknown] = unknownMarkers();
    if (unknown !== undefined)
      return failure(`no file that was read holds ${unknown}; ${markerRule}`, "invalid_arguments");
    return outcome.ok ? fitting(tool, outcome) : relabel(outcome, limit);
  } catch (error) {
    if (error instanceof Paused) return error;
    // What a sub-agent could not write is no outcome of the call, which is left open for whoever goes on.
    if (isStoreFailure(error)) throw error;
    if (error instanceof CallBlocked) return failure(error.message, "blocked");
    if (isUnknownMarker(error)) return failure(sentenceOf(error), "invalid_arguments");
    return relabel(failure(sentenceOf(error)), limit);
  } finally {
    output.end();
    limit.clear();
  }
};

// What a tool says that it gives back, it gives back, or the call has failed.
const fitting = ({ name, output }: Tool, outcome: ToolOutcome): ToolOutcome => {
  if (output === undefined) return outcome;
  const checked = output.parse(outcome.data);
  return checked.ok ? outcome : failure(`${name} gave output that does not fit its schema: ${checked.message}`);
};

/** Milliseconds until the call's or the run's time limit, whichever is nearer. */
const timeLeft = (context: Executing, { waits = false }: Tool): number => {
  const status = context.status();
  const limits = [workTimeLeft(status), waits ? 0 : (status.settings?.callMs ?? 0)].filter((ms) => ms > 0);
  return limits.length === 0 ? 0 : Math.min(...limits);
};

// A tool that was stopped says how it failed, but why it was stopped is known here.
const relabel = (outcome: Extract<ToolOutcome, { ok: false }> | ToolOutcome, limit: Deadline): ToolOutcome => {
  if (outcome.ok || limit.passed === "no") return outcome;
  return limit.passed === "time"
    ? { ...outcome, category: "timeout", message: `the call was stopped after ${limit.ms} ms` }
    : { ...outcome, category: "interrupted", message: "the user cancelled the run" };
};

/** Tells of output as it comes, secrets taken out; `end` tells the rest. */
const outputOf = (
  context: Executing,
  { id }: Pick<OpenCall, "id">,
): { push: (text: string) => void; end: () => void } => {
  const { started } = context.status().calls.find((call) => call.id === id) ?? { started: -1 };
  const stream = context.redactor?.stream();
  let offset = 0;
  const tell = (text: string): void => {
    if (text === "") return;
    context.tell([{ seq: started, kind: "output", call: id, offset, text }]);
    offset += text.length;
  };
  return {
    push: (text) => tell(stream === undefined ? text : stream.push(text)),
    end: () => tell(stream?.end() ?? ""),
  };
};

// A tool may have said more about it in an error of its own.
const isUnknownMarker = (error: unknown): boolean =>
  error instanceof UnknownMarker || (error instanceof Error && error.cause instanceof UnknownMarker);
