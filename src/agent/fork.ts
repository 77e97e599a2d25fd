/** Begins a session that goes on from a point of another one. */
import { KelsonError, sentenceOf } from "../contract/error.ts";
import { type Event, type NewEvent, schemaVersion } from "../contract/event.ts";
import { foldOf } from "../contract/fold.ts";
import type { ForkPoint } from "../contract/runtime.ts";
import type { Line, Store } from "../contract/store.ts";
import { type Status, status } from "../folds/status/status.ts";
import { eventOf, lineOf } from "../log/line.ts";
import type { Parts } from "./context.ts";
import { closing } from "./close-calls.ts";

/** Where a log is left, and how it stands there. */
export interface LeftAt {
  readonly line: Line;
  readonly status: Status;
}

/** KelsonError `bad_input` when the session has no such point. */
export const leaveAt = async (store: Store, session: string, point: ForkPoint | undefined): Promise<LeftAt> => {
  const lines: Line[] = [];
  for await (const batch of store.read(session, { bodies: false })) lines.push(...batch);
  const events = lines.map(eventOf);
  const last = pointIn(events, session, point);
  const line = lines[last];
  if (line === undefined) throw new KelsonError("bad_input", `session ${session} has no line yet that could be forked`);
  return { line, status: foldOf(status, events.slice(0, last + 1)) };
};

export interface ForkOpening {
  readonly session: string;
  readonly token: number;
  readonly at: number;
  readonly cwd: string;
  readonly user: string;
  readonly trace: string;
}

/** Writes the first line, which is sealed to the parent's. Only with it does the store know whose lines come before. */
export const openFork = async (store: Store, { line }: LeftAt, opening: ForkOpening): Promise<void> => {
  const { session, token, at, ...told } = opening;
  const parent = { session: line.session, seq: line.seq, seal: line.seal };
  const opened: NewEvent = {
    type: "session.opened",
    data: { schema: schemaVersion, kind: "main", ...told, parent },
  };
  const first = lineOf(opened, { session, seq: line.seq + 1, at }, line.seal);
  await store.append({ session, token, lines: [first] });
};

/** What ends, for the fork alone, that was under way where it was left: a reply, calls, messages that waited, the run unless it goes on. */
export const leftBehind = ({ reply, calls, queue, run, children }: Status, goesOn: boolean): readonly NewEvent[] => {
  const message = "the conversation was forked while this was under way";
  const lost = { category: "interrupted", again: goesOn, waitMs: 0, durationMs: 0, message } as const;
  return [
    ...(reply === "asked" ? [{ type: "model.failed", data: lost } as const] : []),
    ...children.map(reportedAway),
    ...calls.flatMap((call) => closing(call, "forked")),
    ...queue.map(({ seq }): NewEvent => ({ type: "message.withdrawn", data: { queued: seq } })),
    ...(run === null || goesOn
      ? []
      : [{ type: "run.ended", data: { state: "cancelled", why: "forked", message } } as const]),
  ];
};

/** A directory of its own, with all changes that are there now. */
export const worktreeFor = async (
  { worktrees, world }: Pick<Parts, "worktrees" | "world">,
  fork: string,
): Promise<string> => {
  if (worktrees === undefined) throw new KelsonError("bad_input", "this runtime has no git worktrees");
  return worktrees.make({ root: world.root, name: fork, from: "present state" }).catch((cause: unknown) => {
    throw new KelsonError("bad_input", `no worktree can be made: ${sentenceOf(cause)}`, { cause });
  });
};

/** It works for the parent, and reports there. */
const reportedAway = ({ id, call, agent }: Status["children"][number]): NewEvent => ({
  type: "agent.reported",
  data: {
    call,
    child: id,
    agent,
    ok: false,
    state: "cancelled",
    steps: 0,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    costUsd: 0,
    text: "the conversation was forked while this sub-agent worked; it reports to the session that was forked",
  },
});

/** The index of the last event that a fork at the point keeps. KelsonError `bad_input` when there is no such point. */
export const pointIn = (events: readonly Event[], session: string, point: ForkPoint | undefined): number => {
  if (point === undefined) return events.length - 1;
  const found = "seq" in point ? events[point.seq] && point.seq : endOfStep(events, point.step);
  if (found !== undefined) return found;
  const most = "seq" in point ? events.length - 1 : (events.findLast(({ step }) => step !== undefined)?.step ?? 0);
  const [what, asked] = "seq" in point ? ["line", point.seq] : ["step", point.step];
  throw new KelsonError("bad_input", `session ${session} has no ${what} ${asked}; its last one is ${most}`);
};

/** After the outcome of its last call, so that what was said next is not part of it. Step 0 is all before the first request. */
const endOfStep = (events: readonly Event[], step: number): number | undefined => {
  if (step === 0) {
    const first = events.findIndex(({ type }) => type === "model.asked");
    return first > 0 ? first - 1 : undefined;
  }
  const last = events.findLastIndex((event) => event.step === step && outcomes.has(event.type));
  return last === -1 ? undefined : last;
};

const outcomes = new Set<Event["type"]>([
  "model.replied",
  "model.failed",
  "call.finished",
  "call.denied",
  "call.answered",
]);
