/** What a log says of each call, from its beginning to its end. */
import type { Event, EventData, EventType } from "../../contract/event.ts";

export interface RecordedCall {
  /** Of its tool; empty when only its answer is known. */
  name: string;
  /** Seq of its first `call.started`; undefined when it never began. */
  started?: number;
  /** Whether a person allowed it. */
  approved: boolean;
  /** What it needed that only a living session has. */
  needed?: "a person's answer" | "a sub-agent";
  finished?: EventData<"call.finished">;
}

/** An event that names a call. */
export type AboutCall = Event<Extract<EventType, `call.${string}`>>;

export type RecordedCalls = (event: Pick<AboutCall, "step" | "data">) => RecordedCall;

export const recordedCalls = async (events: AsyncIterable<Event>): Promise<RecordedCalls> => {
  const calls = new Map<string, RecordedCall>();
  // Providers may use an id again in a later step.
  const callOf = (step: number | undefined, id: string): RecordedCall => {
    const key = `${step} ${id}`;
    const call = calls.get(key) ?? { name: "", approved: false };
    calls.set(key, call);
    return call;
  };
  for await (const event of events) {
    if (!("call" in event.data) || event.data.call === undefined) continue;
    const call = callOf(event.step, event.data.call);
    if ("name" in event.data && event.type !== "agent.reported") call.name = event.data.name;
    if (event.type === "call.started") call.started ??= event.seq;
    else if (event.type === "call.finished") call.finished = event.data;
    else if (event.type === "agent.spawned") call.needed = "a sub-agent";
    else if (event.type === "call.asked" && event.data.kind === "question") call.needed ??= "a person's answer";
    else if (event.type === "call.answered" && event.data.decision === "yes") call.approved = true;
  }
  return ({ step, data }) => callOf(step, data.call);
};
