/** What stands on the board: the folds that a screen shows, and what is live beside them. */
import type { Delta } from "../../../contract/delta.ts";
import type { Session, Stop } from "../../../contract/runtime.ts";
import { head } from "../../../folds/head.ts";
import { policy } from "../../../folds/policy.ts";
import { plan, type Plan } from "../../../folds/plan.ts";
import { status, type Status } from "../../../folds/status/status.ts";
import { transcript, type Transcript } from "../../../folds/transcript.ts";
import { usage, type Usage } from "../../../folds/usage.ts";
import { live, type Live } from "./live.ts";

/** States are read-only, and may go on with the session. */
export interface Board {
  readonly transcript: Transcript;
  readonly status: Status;
  readonly usage: Usage;
  readonly plan: Plan;
  readonly live: Live;
  /** What commands of the last run were held to; `none` before the first. */
  readonly sandbox: string;
}

export interface Watching {
  /** Undefined until the first reading. */
  readonly board: () => Board | undefined;
  readonly stop: () => void;
}

/** Reads the session again after each change, however many came at once, and then calls `changed`. */
export const watch = (
  session: Session,
  changed: (board: Board) => void,
  failed: (error: unknown) => void,
): Watching => {
  const fragments = live();
  let board: Board | undefined;
  let stopped = false;
  let reading = false;
  let stale = true;

  const readAll = async (): Promise<void> => {
    const [items, state, used, planned, { sandbox }] = await Promise.all([
      session.read(transcript),
      session.read(status),
      session.read(usage),
      session.read(plan),
      session.read(policy),
    ]);
    board = { transcript: items, status: state, usage: used, plan: planned, live: fragments, sandbox };
    if (!stopped) changed(board);
  };
  const read = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    while (stale && !stopped) {
      stale = false;
      // Where one fails, what comes after it is read all the same.
      await readAll().catch(failed);
    }
    reading = false;
  };
  const again = (): void => {
    stale = true;
    void read();
  };
  let noEvents: Stop = () => {};
  const begin = async (): Promise<void> => {
    // Together, so that a long log is read once.
    const [{ seq }] = await Promise.all([session.read(head), read()]);
    if (stopped) return;
    noEvents = session.events(seq + 1, (event) => {
      fragments.event(event);
      again();
    });
  };
  const noDeltas = session.deltas((deltas: readonly Delta[]) => {
    fragments.add(deltas);
    if (board !== undefined) changed(board);
  });
  begin().catch(failed);
  return {
    board: () => board,
    stop: () => {
      stopped = true;
      noEvents();
      noDeltas();
    },
  };
};
