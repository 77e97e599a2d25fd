/** The status of a session: all that `next` needs to know, in slices that are merged flat. */
import type { EventType } from "../../contract/event.ts";
import type { Fold, Handlers } from "../../contract/fold.ts";
import type { State } from "../../contract/terms.ts";
import { type CallsSlice, initialCalls, onCalls } from "./calls.ts";
import { type ChildrenSlice, initialChildren, onChildren, waitsForAnswer } from "./children.ts";
import { initialLearning, type LearningSlice, onLearning } from "./learning.ts";
import { initialProgress, onProgress, type ProgressSlice } from "./progress.ts";
import { initialQueue, onQueue, type QueueSlice } from "./queue.ts";
import { initialReply, onReply, type ReplySlice } from "./reply.ts";
import { initialRun, onRun, type RunSlice } from "./run.ts";
import { initialWindow, onWindow, type WindowSlice } from "./window.ts";

export interface Status
  extends RunSlice, ReplySlice, CallsSlice, QueueSlice, ProgressSlice, WindowSlice, ChildrenSlice, LearningSlice {}

/** Kinds that change no slice; with those that do, all kinds are named. */
const untouched = [
  "session.named",
  "policy.loaded",
  "context.loaded",
  "skill.used",
  "profile.learned",
  "profile.cleared",
  "secret.redacted",
  "injection.flagged",
  "egress.opened",
  "files.saved",
  "files.restored",
  "body.erased",
  "log.signed",
] as const;

const slices = [
  onRun,
  onReply,
  onCalls,
  onQueue,
  onProgress,
  onWindow,
  onChildren,
  onLearning,
] satisfies Handlers<Status>[];

export const status: Fold<Status> = {
  name: "status",
  version: 3,
  initial: () => ({
    ...initialRun(),
    ...initialReply(),
    ...initialCalls(),
    ...initialQueue(),
    ...initialProgress(),
    ...initialWindow(),
    ...initialChildren(),
    ...initialLearning(),
  }),
  on: merged(slices),
};

/** Where the session stands, as people name it. */
export const stateOf = (state: Status): State => {
  if (state.run === null) return state.ended ?? "idle";
  if (state.calls.some((call) => call.state === "started")) return "waiting_for_tool";
  return waitsForPerson(state) ? "waiting_for_input" : "running";
};

/** Whether nothing but an answer can bring the run on. */
export const waitsForPerson = ({ calls, cancelAsked, children, reply, called }: Status): boolean => {
  if (cancelAsked) return false;
  if (calls.length > 0) return calls.every((call) => call.state === "asked");
  return reply === "replied" && called === 0 && children.length > 0 && children.every(waitsForAnswer);
};

function merged(parts: readonly Handlers<Status>[]): Handlers<Status> {
  const types = new Set(parts.flatMap((part) => Object.keys(part) as EventType[]));
  const entries = [...types].map((type) => {
    const handlers = parts.flatMap((part) => part[type] ?? []) as ((state: Status, event: never) => void)[];
    return [type, (state: Status, event: never) => handlers.forEach((handle) => handle(state, event))];
  });
  return Object.fromEntries(entries) as Handlers<Status>;
}

type Named =
  | keyof typeof onRun
  | keyof typeof onReply
  | keyof typeof onCalls
  | keyof typeof onQueue
  | keyof typeof onProgress
  | keyof typeof onWindow
  | keyof typeof onChildren
  | keyof typeof onLearning
  | (typeof untouched)[number];

/** Compiles only while every kind of event is named by a slice or listed as untouched. */
export const everyKindIsNamed: [Exclude<EventType, Named>] extends [never] ? true : Exclude<EventType, Named> = true;
