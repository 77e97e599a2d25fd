/** What an unfinished session is at, or was when its process ended: from its status, and what its calls are about. */
import type { Doing } from "../contract/runtime.ts";
import type { OpenCall } from "./status/calls.ts";
import type { Status } from "./status/status.ts";

/** Of calls by their ids, what each is about in one line. */
export type Subjects = Readonly<Record<string, string>>;

/** Undefined when nothing is left to go on with. */
export const doingOf = (status: Status, subjects: Subjects): Doing | undefined => {
  const { run, said, queue, calls, children, reply, side, step } = status;
  if (run === null && said === null && queue.length === 0) return undefined;
  const inState = (state: OpenCall["state"]) =>
    calls
      .filter((call) => call.state === state)
      // An id may be any text, also the name of what every object has.
      .map(({ name, id, asks }) => ({
        name,
        subject: Object.hasOwn(subjects, id) ? (subjects[id] ?? "") : "",
        ...(asks !== null && { asks }),
      }));
  return {
    waiting: inState("asked"),
    running: inState("started"),
    ...(run !== null && (reply === "asked" || side !== null) && { asking: step }),
    agents: children.length,
    queued: queue.length + (run === null && said !== null ? 1 : 0),
  };
};
