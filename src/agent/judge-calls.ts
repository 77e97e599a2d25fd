/** Judges the calls of a reply: known? handler? arguments valid? allowed by the policy? */
import { sentenceOf } from "../contract/error.ts";
import type { CallPart } from "../contract/message.ts";
import type { Target } from "../contract/terms.ts";
import type { Tool } from "../contract/tool.ts";
import { sha256 } from "../log/chain.ts";
import { grantFor } from "../policy/grant.ts";
import { judge, type Verdict } from "../policy/judge.ts";
import { callsOf } from "./calls-of.ts";
import type { Context } from "./context.ts";
import { deadline } from "./deadline.ts";
import type { Performer } from "./performer.ts";
import { loadPolicy } from "./load-policy.ts";
import { markOf } from "./mark.ts";
import { type Refusal, readCall } from "./read-call.ts";
import { beginSaving, canChangeFiles } from "./save-files.ts";
import { standingOf } from "./standing-of.ts";
import { caseOf, study } from "./study.ts";
import { veilFor } from "./veil-for.ts";

export const judgeCalls: Performer<"judge-calls"> = async (context) => {
  const unjudged = context.status().calls.filter(({ state }) => state === "unjudged");
  const parts = callsOf(context);
  loadPolicy(context);
  for (const { id, name } of unjudged) {
    if (context.signal().aborted) return;
    const part = parts.get(id) ?? { type: "call", id, name, input: {} };
    const call = readCall(part, context);
    if (call.ok) await judgeCall(context, part, call);
    else deny(context, part, call);
  }
};

const judgeCall = async (
  context: Context,
  part: CallPart,
  { tool, input }: { tool: Tool; input: unknown },
): Promise<void> => {
  const studied = await study(context, tool, input);
  const { settings } = context.status();
  const judged = caseOf(context, tool, studied, standingOf(context));
  const verdict = judge(judged);
  const asks = verdict.decision === "ask" && settings?.onAsk === "ask";
  // A preview takes time: a cancel may have closed the call meanwhile.
  const preview = asks ? await previewOf(context, tool, input) : "";
  if (context.signal().aborted) return;
  const { effects, parallel, name } = tool;
  const common = { call: part.id, name, rule: verdict.rule, effects: [...effects], parallel };
  if (verdict.decision === "allow") context.append({ type: "call.allowed", data: common });
  else if (verdict.decision === "deny") deny(context, part, verdict);
  else if (asks) {
    const digest = approvalDigest(name, part.input, studied.targets);
    const asked = judged.aspects.filter((_, index) => verdict.aspects[index]?.judgement.decision === "ask");
    const grant = grantFor({ ...judged, aspects: asked });
    const told = [preview, ...toldAspects(verdict)].filter((text) => text !== "").join("\n");
    context.append({ type: "call.asked", data: { ...common, kind: "approval", digest, preview: told, grant } });
    if (canChangeFiles(effects)) beginSaving(context);
  } else deny(context, part, nobodyThere(name, verdict.rule));
};

/** What a call would do in parts, where it is more than one thing: commands, what they touch, whom they reach. */
const toldAspects = ({ aspects }: Verdict): string[] => {
  if (aspects.length < 2) return [];
  return aspects.map(
    ({ about, judgement }) => `${judgement.decision === "ask" ? "?" : "✓"} ${about}  (${judgement.rule})`,
  );
};

const nobodyThere = (name: string, rule: string): Refusal => ({
  rule: "headless",
  category: "denied",
  reason: `${name} needs a person's approval (${rule}) and nobody is there to give it; do what you can without it, and say what is left`,
});

const deny = (context: Context, { id, name, input }: CallPart, { rule, category, reason }: Refusal): void => {
  const mark = markOf(name, input, reason);
  context.append({ type: "call.denied", data: { call: id, name, rule, category, mark, reason } });
};

const approvalDigest = (name: string, input: unknown, targets: readonly Target[]): string =>
  sha256(JSON.stringify([name, input, targets]));

/** How long a preview may take. */
const previewMs = 10_000;

const previewOf = async (context: Context, tool: Tool, input: unknown): Promise<string> => {
  const limit = deadline(context.signal(), previewMs);
  const tooLong = limit.over.then(() => "no preview: it took too long");
  try {
    const narrow = context.world.narrow({ effects: ["read"], anywhere: false });
    const { world } = veilFor(context, tool, { world: narrow, input });
    const preview = tool.preview?.(input, world) ?? "";
    return await Promise.race([preview, tooLong]);
  } catch (error) {
    return `no preview: ${sentenceOf(error)}`;
  } finally {
    limit.clear();
  }
};
