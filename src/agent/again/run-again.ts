/** Runs the calls of a session again, in their recorded order, and holds what comes of each against the record. */
import { KelsonError } from "../../contract/error.ts";
import type { Event } from "../../contract/event.ts";
import { applyTo, type Fold } from "../../contract/fold.ts";
import type { CallAgain, RanAgain } from "../../contract/replay.ts";
import { effect } from "../../contract/terms.ts";
import { offered } from "../../folds/offered.ts";
import { policy } from "../../folds/policy.ts";
import { skills } from "../../folds/skills.ts";
import { status } from "../../folds/status/status.ts";
import { taint } from "../../folds/taint.ts";
import type { ReadFold } from "../../log/log.ts";
import type { Parts } from "../context.ts";
import { policyOf } from "../load-policy.ts";
import { callAgain, type Came, type CallingAgain } from "./call-again.ts";
import { otherPlace } from "./other-place.ts";
import { type AboutCall, type RecordedCall, recordedCalls } from "./recorded-calls.ts";

/** `parts` are those of the directory that stands for the session's own: nothing else is changed. */
export const runAgain = async (
  events: () => AsyncIterable<Event>,
  parts: Pick<Parts, "world" | "tools" | "grounds" | "redactor">,
  signal: AbortSignal,
): Promise<Pick<RanAgain, "calls">> => {
  const recordOf = await recordedCalls(events());
  const state = stateWith(parts);
  const context: CallingAgain = {
    ...parts,
    world: parts.world.narrow({ effects: [...effect.options], anywhere: false }),
    read: state.read,
    status: () => state.read(status),
    signal: () => signal,
    append: () => {},
    tell: () => {},
  };
  const calls: CallAgain[] = [];
  for await (const event of events()) {
    state.hear(event);
    if (!isAboutCall(event)) continue;
    const recorded = recordOf(event);
    const came = isBeginning(event, recorded)
      ? await callAgain(context, { ...event.data, place: state.place() }, recorded)
      : withoutBeginning(event, recorded);
    if (signal.aborted) throw new KelsonError("interrupted", "the replay was stopped before its last call");
    const { seq, step = 0, data } = event;
    if (came !== undefined) calls.push({ seq, step, call: data.call, name: recorded.name, ...came });
  }
  return { calls };
};

/** The state of the session as each call met it, but with today's policy, and in the other directory. */
const stateWith = (parts: Pick<Parts, "world" | "grounds">) => {
  const folds = [status, policy, taint, skills, offered] as unknown as Fold<unknown>[];
  const states = new Map(folds.map((fold) => [fold.name, fold.initial()]));
  const today = policyOf(parts);
  let own = parts.world.root;
  const standingFor = (event: Event): Event => {
    if (event.type === "policy.loaded") return { ...event, data: today };
    return event.type === "call.answered" ? { ...event, data: otherPlace(own, parts.world.root)(event.data) } : event;
  };
  const read: ReadFold = <S>({ name }: Fold<S>) => states.get(name) as S;
  return {
    read,
    /** The directory that the session is in; a fork may have gone elsewhere. */
    place: () => own,
    hear: (event: Event): void => {
      if (event.type === "session.opened") own = event.data.cwd;
      for (const fold of folds) applyTo(fold, states.get(fold.name), standingFor(event));
    },
  };
};

const isAboutCall = (event: Event): event is AboutCall => event.type.startsWith("call.");

/** What was lost in a crash and ran again has begun twice. */
const isBeginning = (
  event: AboutCall,
  { started }: RecordedCall,
): event is Extract<AboutCall, { type: "call.started" }> => event.type === "call.started" && event.seq === started;

const withoutBeginning = (event: AboutCall, { started }: RecordedCall): Came | undefined => {
  if (started !== undefined) return undefined;
  const saidNo = event.type === "call.answered" && event.data.decision === "no" && event.data.child === undefined;
  if (saidNo) return { came: "recorded", why: "a person said no" };
  if (event.type === "call.denied") return { came: "recorded", why: `it might not run (${event.data.category})` };
  return event.type === "call.finished" ? { came: "recorded", why: "it never began" } : undefined;
};
