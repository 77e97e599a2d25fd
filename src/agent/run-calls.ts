/** Runs allowed calls side by side and writes down what came of each. */
import { Paused } from "../contract/host.ts";
import { type CallPart, type ContentPart, textOf } from "../contract/message.ts";
import { failure, type ToolOutcome } from "../contract/tool.ts";
import type { OpenCall } from "../folds/status/calls.ts";
import { sha256 } from "../log/chain.ts";
import { callHost } from "./call-host.ts";
import { callsOf } from "./calls-of.ts";
import type { Context } from "./context.ts";
import { askedByChild } from "./children/asked-by-child.ts";
import { execute } from "./execute.ts";
import type { Performer } from "./performer.ts";
import { markOf } from "./mark.ts";
import { denialsOf, guardedIn, hostsOf, type Reach, reachOf } from "./reach.ts";
import { outputOf } from "./output-of.ts";
import { type ReadCall, readCall } from "./read-call.ts";
import { redacted } from "./redacted.ts";
import { canChangeFiles, saveFiles } from "./save-files.ts";
import { taintOf } from "./taint-of.ts";

export const runCalls: Performer<"run-calls"> = async (context, { calls: ids }) => {
  const parts = callsOf(context);
  const open = context.status().calls.filter(({ id }) => ids.includes(id));
  // All are waited for: one that went on alone would be taken for lost, or write into a run that has ended.
  const settled = await Promise.allSettled(
    open.map((call) => runCall(context, call, parts.get(call.id) ?? missing(call))),
  );
  for (const outcome of settled) if (outcome.status === "rejected") throw outcome.reason;
};

const missing = ({ id, name }: OpenCall): CallPart => ({ type: "call", id, name, input: null });

const runCall = async (context: Context, open: OpenCall, part: CallPart): Promise<void> => {
  const call = readCall(part, context);
  const isSaved = canChangeFiles(open.effects) && (await saveFiles(context));
  if (open.state === "allowed") begin(context, open, part, call);
  // Written down before it has an effect; to read twice does no harm.
  if (open.effects.some((effect) => effect !== "read")) await context.saved();
  const from = context.now();
  const reach = call.ok ? await reachOf(context, call.tool, call.input) : nowhere;
  const outcome = await attempt(context, open, call, reach);
  if (outcome instanceof Paused) return ask(context, open, part, outcome);
  // What is digested and searched is what will be written down.
  const output = redacted(context, outputOf(outcome));
  const known = outcome.ok ? (outcome.taint ?? []) : [];
  const found = call.ok ? taintOf(context, { ...call, ...reach, ...outcome, id: open.id }, textOf(output)) : [];
  const taint = [...new Set([...known, ...found])];
  const durationMs = context.now() - from;
  if (isSaved) await saveFiles(context, open.id);
  finish(context, part, { outcome, output, taint, durationMs });
};

const nowhere: Reach = { aspects: [], destroys: undefined };

const begin = (context: Context, { id, name, effects }: OpenCall, { input }: CallPart, call: ReadCall): void => {
  const targets = call.ok ? [...call.tool.targets(call.input)] : [];
  context.append({ type: "call.started", data: { call: id, name, effects, input, targets } });
};

const attempt = async (
  context: Context,
  open: OpenCall,
  call: ReadCall,
  { aspects, destroys }: Reach,
): Promise<ToolOutcome | Paused> => {
  if (!call.ok) return failure(call.reason, call.category);
  if (destroys !== undefined) return failure(destroys, "blocked");
  const { read, world, grounds } = context;
  const denied = denialsOf({ read, tool: call.tool.name, root: world.root, home: grounds.home });
  const host = callHost(context, open, call.tool);
  const hosts = hostsOf(context, aspects);
  return execute(context, open, { ...call, host, hosts, denied, guarded: guardedIn(aspects) });
};

const ask = (
  context: Context,
  { id, name, effects, parallel }: OpenCall,
  { input }: CallPart,
  paused: Paused,
): void => {
  if (paused.child !== undefined) {
    const asked = askedByChild(paused, { call: id, name, parallel });
    return void context.append({ type: "call.asked", data: asked });
  }
  const { question, options, preview, modes } = paused.question;
  const digest = sha256(JSON.stringify([name, input, redacted(context, question)]));
  const asked = { call: id, name, kind: "question", rule: "question", effects, parallel, digest } as const;
  context.append({
    type: "call.asked",
    data: {
      ...asked,
      question,
      preview,
      ...(modes && { modes: [...modes] }),
      ...(options && { options: [...options] }),
    },
  });
};

interface Finished {
  readonly outcome: ToolOutcome;
  readonly output: ContentPart[];
  readonly taint: string[];
  readonly durationMs: number;
}

const finish = (context: Context, { id, name, input }: CallPart, finished: Finished): void => {
  const { outcome, output, taint, durationMs } = finished;
  const text = textOf(output);
  const mark = markOf(name, input, text);
  const tainted = taint.length > 0 ? { taint } : {};
  const told = { call: id, name, ok: outcome.ok, mark, durationMs, chars: text.length, ...tainted, output };
  // First, so that no cut between the two lets a run go on without the limits that it read of.
  if (outcome.ok && outcome.skill !== undefined)
    context.append({ type: "skill.used", data: { ...outcome.skill, by: "agent", call: id } });
  context.append({
    type: "call.finished",
    data: outcome.ok
      ? {
          ...told,
          ...(outcome.concludes && { concludes: true }),
          diff: outcome.diff,
          files: outcome.files && [...outcome.files],
        }
      : { ...told, category: outcome.category },
  });
};
