/** Says what is wrong with a history. */
import type { Event } from "../../src/contract/event.ts";

/** What is wrong with a history, found without the status: by looking at the events one after another. */
export function faults(events: readonly Event[]): string[] {
  const found: string[] = [];
  const open = new Map<string, "unjudged" | "other">();
  let awaited = false;
  let run: string | undefined;
  const check = (holds: boolean, fault: string): void => void (holds || found.push(fault));
  for (const { type, seq, run: at, data } of events) {
    const where = `${seq} ${type}`;
    if (type === "run.started") {
      check(run === undefined, `${where} in another run`);
      run = at;
    } else if (type === "run.ended") {
      check(run !== undefined && open.size === 0 && !awaited, `${where} with something open`);
      run = undefined;
    } else if (type === "model.asked") {
      check(run !== undefined && open.size === 0 && !awaited, `${where} with something open`);
      awaited = true;
    } else if (type === "model.replied" || type === "model.failed") {
      check(awaited, `${where} unasked`);
      awaited = false;
      if (type === "model.replied" && data.partial !== true) for (const { id } of data.calls) open.set(id, "unjudged");
    } else if (type.startsWith("call.")) {
      const { call } = data as { call: string };
      check(open.has(call), `${where} of a call that is not open`);
      if (type === "call.finished" || type === "call.denied") open.delete(call);
      if (type === "call.answered" && data.decision === "no") open.delete(call);
    } else if (type === "user.said") check(open.size === 0 && !awaited, `${where} with something open`);
  }
  return found;
}
