/** Begins a sub-agent for a call, or meets the one that the call has begun already, and waits for its report. */
import type { ChildReport, ChildTask } from "../../contract/host.ts";
import { CallBlocked } from "../../contract/world.ts";
import { birth } from "../../folds/birth.ts";
import type { Child } from "../../folds/status/children.ts";
import { sha256 } from "../../log/chain.ts";
import { aborted } from "./aborted.ts";
import type { Context } from "../context.ts";
import { agentChangesFiles, saveFiles } from "../save-files.ts";
import { whyNotApart } from "./isolation.ts";
import { agentTools, allowance } from "./allowance.ts";

export interface Spawning {
  /** Id of the call. */
  readonly call: string;
  readonly task: ChildTask;
  readonly signal: AbortSignal;
}

export const spawn = async (context: Context, spawning: Spawning): Promise<ChildReport> => {
  const { call, signal } = spawning;
  const known = reportFor(context, call);
  if (known !== undefined) return known;
  // Not between the look at how many are at work and the beginning of one more.
  if (livingFor(context, call) === undefined && changesFiles(context, spawning.task)) await saveFiles(context);
  const child = livingFor(context, call) ?? begin(context, spawning);
  const { id, agent } = child;
  if (child.background) await context.saved();
  context.nursery.tend();
  if (child.background) return inBackground(id);
  await Promise.race([context.nursery.rested(id), context.nursery.failed(), aborted(signal)]);
  const report = reportFor(context, call);
  if (report !== undefined) return report;
  throw context.nursery.question(id) ?? new Error(`agent ${agent} ${id} was stopped`);
};

const changesFiles = ({ checkpoints, tools }: Context, { isolation = "none", tools: named }: ChildTask): boolean =>
  checkpoints !== undefined &&
  agentChangesFiles({ tools }, { isolation, tools: named ?? tools.map(({ name }) => name) });

const inBackground = (session: string): ChildReport => ({
  session,
  ok: true,
  text: `${session} works in the background; its report will come as a message`,
});

const reportFor = (context: Context, call: string): ChildReport | undefined => {
  const { reports, step } = context.status();
  const report = reports.find((one) => one.call === call && one.step === step);
  if (report?.background) return inBackground(report.child);
  return report && { session: report.child, ok: report.ok, text: report.text, taint: report.taint };
};

const livingFor = (context: Context, call: string): Child | undefined => {
  const { children, step } = context.status();
  return children.find((child) => child.call === call && child.step === step);
};

const begin = (context: Context, { call, task: asked }: Spawning): Child => {
  const {
    agent = "agent",
    title = "",
    task,
    prompt = "",
    model,
    background = false,
    isolation = "none",
    skill,
  } = asked;
  const status = context.status();
  const allowed = allowance(status, asked);
  if ("refused" in allowed) throw new CallBlocked(allowed.refused);
  const { depth, limits, deepest } = { ...allowed, depth: (context.read(birth).agent?.depth ?? 0) + 1 };
  if (depth > deepest) throw new CallBlocked(`sub-agents may be nested ${deepest} deep, and this would be ${depth}`);
  const blocked = isolation === "none" ? undefined : whyNotApart(context);
  if (blocked !== undefined) throw new CallBlocked(blocked);
  const own = context.tools.map(({ name }) => name).filter((name) => asked.tools?.includes(name) ?? true);
  if (own.length === 0 && asked.tools !== undefined)
    throw new CallBlocked(`none of the tools of agent ${agent} is offered here: ${asked.tools.join(", ")}`);
  const tools = own.filter((name) => depth < deepest || !agentTools.includes(name));
  const child = `${context.session}.${sha256(`${status.step} ${call}`).slice(0, idChars)}`;
  const data = { call, child, agent, background, depth, isolation, tools, model, skill, limits, title, task, prompt };
  context.append({ type: "agent.spawned", data });
  const begun = livingFor(context, call);
  if (begun === undefined) throw new Error(`agent ${child} was not begun`);
  return begun;
};

const idChars = 8;
