/** The table of legal transitions: which events may follow which status. */
import { KelsonError } from "../../contract/error.ts";
import type { EventType, NewEvent } from "../../contract/event.ts";
import { isAnswer } from "../is-answer.ts";
import type { OpenCall } from "./calls.ts";
import { stateOf, type Status } from "./status.ts";

/** What must hold before an event of a kind; kinds that are not named may come at any time. */
const legal: { readonly [T in EventType]?: readonly Condition<T>[] } = {
  "run.started": [must("no run is under way", ({ run }) => run === null), must("no reply is awaited", noReplyAwaited)],
  "run.ended": [underWay(), must("no call is open", noCallOpen), must("no reply is awaited", noReplyAwaited)],
  "user.said": [must("no call is open", noCallOpen), must("no reply is awaited", noReplyAwaited)],
  "cancel.asked": [
    must("a run is under way or about to begin, or a summary is asked for", ({ run, said, window }) =>
      [run, said, window.focus].some((one) => one !== null),
    ),
  ],
  "context.loaded": [must("no call is open", noCallOpen), must("no reply is awaited", noReplyAwaited)],
  "context.compacted": [must("no call is open", noCallOpen), must("no reply is awaited", noReplyAwaited)],
  "context.trimmed": [must("no call is open", noCallOpen), must("no reply is awaited", noReplyAwaited)],
  "compaction.asked": [must("a run has been", ({ settings }) => settings !== null)],
  "model.asked": [
    must("a run is under way", mayAsk),
    must("no call is open", noCallOpen),
    must("no reply is awaited", noReplyAwaited),
  ],
  "model.replied": [must("its reply is awaited", isAwaited)],
  "model.failed": [must("its reply is awaited", isAwaited)],
  "model.switched": [underWay(), must("no reply is awaited", noReplyAwaited)],
  "output.checked": [must("a reply was given", ({ reply }) => reply === "replied")],
  "call.allowed": [call("unjudged")],
  "call.denied": [call("unjudged", "asked", "allowed")],
  "call.asked": [
    must("the call is unjudged or started, or a sub-agent asks", (status, event) =>
      event.data.child === undefined
        ? isOpen(status, event.data.call, ["unjudged", "started"])
        : isAtWork(status, event.data.child.session),
    ),
  ],
  "call.answered": [
    must("the call is asked", (status, event) =>
      event.data.child === undefined
        ? isOpen(status, event.data.call, ["asked"])
        : status.children.some(({ ask }) => ask !== null && ask.answer === null && ask.call === event.data.call),
    ),
  ],
  "call.started": [call("allowed")],
  "call.finished": [call("started")],
  "agent.spawned": [
    underWay(),
    must("no such sub-agent is at work", (status, { data }) => !isAtWork(status, data.child)),
  ],
  "agent.reported": [must("the sub-agent is at work", (status, { data }) => isAtWork(status, data.child))],
};

interface Condition<T extends EventType> {
  readonly says: string;
  readonly holds: (status: Status, event: NewEvent<T>) => boolean;
}

/** Throws `InvalidStateTransition` when the event would contradict the status. */
export const guardTransition = (status: Status, event: NewEvent): void => {
  for (const { says, holds } of (legal[event.type] ?? []) as readonly Condition<EventType>[]) {
    if (holds(status, event)) continue;
    throw new KelsonError(
      "invalid_transition",
      `${event.type} is not possible while ${stateOf(status)}: ${says} must hold`,
    );
  }
};

function must<T extends EventType>(says: string, holds: Condition<T>["holds"]): Condition<T> {
  return { says, holds };
}

function underWay<T extends EventType>(): Condition<T> {
  return must("a run is under way", ({ run }) => run !== null);
}

function call<T extends EventType>(...states: OpenCall["state"][]): Condition<T> {
  return must(`the call is ${states.join(" or ")}`, (status, event) =>
    isOpen(status, (event.data as { call: string }).call, states),
  );
}

function isOpen({ calls }: Status, id: string, states: readonly OpenCall["state"][]): boolean {
  const open = calls.find((candidate) => candidate.id === id);
  return open !== undefined && states.includes(open.state);
}

function isAtWork({ children }: Status, child: string): boolean {
  return children.some(({ id }) => id === child);
}

function noCallOpen({ calls }: Status): boolean {
  return calls.length === 0;
}

function noReplyAwaited({ reply, side }: Status): boolean {
  return reply !== "asked" && side === null;
}

/** On the side also between runs, as soon as there is something to go by. */
function mayAsk({ run, settings }: Status, { data }: NewEvent<"model.asked">): boolean {
  return isAnswer(data) ? run !== null : settings !== null;
}

function isAwaited({ reply, side }: Status, { data }: NewEvent<"model.replied" | "model.failed">): boolean {
  return isAnswer(data) ? reply === "asked" : side?.purpose === data.purpose;
}
