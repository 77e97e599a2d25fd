/** Runs one recorded call again, if it may be and can be. */
import type { EventData } from "../../contract/event.ts";
import { type Host, Paused } from "../../contract/host.ts";
import type { CallAgain } from "../../contract/replay.ts";
import type { Effect } from "../../contract/terms.ts";
import { failure, type Tool, type ToolOutcome } from "../../contract/tool.ts";
import type { Aspect } from "../../policy/aspect.ts";
import { judge } from "../../policy/judge.ts";
import type { Parts } from "../context.ts";
import { execute, type Executing } from "../execute.ts";
import { outputOf } from "../output-of.ts";
import { guardedIn } from "../reach.ts";
import { readCall } from "../read-call.ts";
import { redacted } from "../redacted.ts";
import { standingOf } from "../standing-of.ts";
import { caseOf, study, type Study } from "../study.ts";
import { type CallEnd, differencesOf, endOf } from "./call-end.ts";
import { otherPlace } from "./other-place.ts";
import type { RecordedCall } from "./recorded-calls.ts";

export interface CallingAgain extends Executing, Pick<Parts, "tools" | "grounds"> {}

/** A call as it began; `place` is the directory of its session. */
export interface Begun extends EventData<"call.started"> {
  readonly place: string;
}

export type Came = CallAgain extends infer Each ? (Each extends CallAgain ? Omit<Each, keyof Named> : never) : never;
type Named = Pick<CallAgain, "seq" | "step" | "call" | "name">;

export const callAgain = async (context: CallingAgain, begun: Begun, recorded: RecordedCall): Promise<Came> => {
  const kept = whyKept(begun, recorded);
  if (kept !== undefined || recorded.finished === undefined) return { came: "recorded", why: kept ?? noOutcome };
  const { call: id, name, place } = begun;
  const { root } = context.world;
  const held = (outcome: ToolOutcome): Came =>
    compared(endOf(recorded.finished ?? { ok: false }), otherPlace(root, place)(endNow(context, outcome)));
  const call = readCall({ type: "call", id, name, input: otherPlace(place, root)(begun.input) }, context);
  if (!call.ok) return held(failure(call.reason, call.category));
  const { tool, input } = call;
  const studied = await study(context, tool, input);
  const away = outwardIn(tool.effects) ?? whyNotHere(context, tool, studied);
  if (away !== undefined) return { came: "recorded", why: away };
  const refusal = refusalOf(context, tool, studied, recorded);
  if (refusal !== undefined) return { came: "refused", why: refusal };
  const guarded = guardedIn(studied.aspects);
  const outcome = await execute(context, { id }, { tool, input, host: () => nobody, hosts: [], guarded });
  if (outcome instanceof Paused) return { came: "recorded", why: "it asked for what only a living session has" };
  return held(outcome);
};

const compared = (recorded: CallEnd, now: CallEnd): Came => {
  const differences = differencesOf(recorded, now);
  return differences.length === 0 ? { came: "same" } : { came: "different", differences };
};

const endNow = (context: CallingAgain, outcome: ToolOutcome): CallEnd =>
  endOf({
    ok: outcome.ok,
    output: redacted(context, outputOf(outcome)),
    ...(outcome.ok ? { files: [...(outcome.files ?? [])] } : { category: outcome.category }),
  });

const noOutcome = "the record does not say what came of it";

const whyKept = ({ input, effects }: Begun, { finished, needed }: RecordedCall): string | undefined => {
  if (finished === undefined) return noOutcome;
  if (input === undefined || finished.output === undefined) return "its body was erased";
  if (finished.category === "interrupted") return "it was cut off";
  return needed === undefined ? outwardIn(effects) : `it needed ${needed}`;
};

/** What cannot be undone by throwing a directory away. */
const outwardIn = (effects: readonly Effect[]): string | undefined => {
  const outward = effects.find((effect) => effect === "network" || effect === "external" || effect === "remember");
  return outward && `it has the effect ${outward}`;
};

const whyNotHere = ({ world }: CallingAgain, tool: Tool, { aspects }: Study): string | undefined => {
  if (aspects.some(isNetwork)) return "it goes to the network";
  if (aspects.some((aspect) => aspect.kind === "path" && aspect.by === undefined && !aspect.inside))
    return "it goes outside of the session's directory";
  const { holds } = world.describe();
  const isHeld = holds.includes("writes") && holds.includes("network");
  return tool.effects.includes("execute") && !isHeld ? "no sandbox here would hold it to the copy" : undefined;
};

const isNetwork = (aspect: Aspect): boolean =>
  aspect.kind === "host" || (aspect.kind === "command" && outwardIn(aspect.command.effects) !== undefined);

/** What a person allowed then need not be asked again; what the rules allowed then, they must allow now. */
const refusalOf = (
  context: CallingAgain,
  tool: Tool,
  studied: Study,
  { approved }: RecordedCall,
): string | undefined => {
  const verdict = judge(caseOf(context, tool, studied, standingOf(context)));
  if (verdict.decision === "deny") return `${verdict.reason} (${verdict.rule})`;
  return verdict.decision === "allow" || approved ? undefined : `a person would be asked first (${verdict.rule})`;
};

/** Whoever asks it for anything cannot be run again. */
const asksNobody = (): never => {
  throw new Paused({ question: "" });
};

const nobody: Host = {
  ask: asksNobody,
  spawn: asksNobody,
  recall: asksNobody,
  memory: { list: asksNobody, search: asksNobody, save: asksNobody, delete: asksNobody },
  children: { list: asksNobody, wait: asksNobody, tell: asksNobody, cancel: asksNobody },
};
