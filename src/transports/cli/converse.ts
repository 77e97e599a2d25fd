/** A session and the person before it: commands go in, what happens is shown, questions are answered, until it rests. */
import type { Command } from "../../contract/command.ts";
import { KelsonError } from "../../contract/error.ts";
import type { Session } from "../../contract/runtime.ts";
import type { CallItem } from "../../folds/transcript-item.ts";
import { askPerson } from "./ask-person.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { hearing } from "./hearing.ts";
import type { Presenter } from "./presenter.ts";
import { askedCalls, see, type Seen } from "./seen.ts";
import type { Stopping } from "./stopping.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Conversation {
  readonly session: Session;
  readonly surroundings: Surroundings;
  readonly presenter: Presenter;
  readonly log: Diagnostics;
  readonly stop: Stopping;
  readonly seen: Seen;
  /** Whether a person can be asked. */
  readonly interactive: boolean;
}

/** Sends the commands, then answers questions until none is open and the session rests. */
export const converse = async (talk: Conversation, commands: readonly Command[]): Promise<void> => {
  const { session, surroundings, presenter, log, stop, seen } = talk;
  const noDeltas = session.deltas(presenter.deltas);
  const { heardAll, stop: noEvents } = hearing(session, seen.from, (event) => {
    see(seen, event);
    log.event(event);
    presenter.event(event, seen);
  });
  let cancelled: Promise<unknown> | undefined;
  stop.cleanly(() => {
    presenter.stopping();
    cancelled = session.send({ type: "cancel", id: surroundings.newId() });
    // Who leaves at once closes the session under it.
    cancelled.catch(() => {});
  });
  for (const command of commands) await sent(session, command);
  for (;;) {
    await cancelled;
    await session.rest();
    await heardAll();
    const asked = askedCalls(seen);
    if (cancelled !== undefined || asked.length === 0 || !talk.interactive) break;
    for (const answer of await answersTo(asked, talk)) await session.send(answer);
  }
  await cancelled;
  noDeltas();
  noEvents();
};

/** All questions are answered before anything runs on, so that nothing is shown between a question and its answer. */
const answersTo = async (
  asked: readonly CallItem[],
  { surroundings, presenter, stop }: Conversation,
): Promise<Command[]> => {
  const answers: Command[] = [];
  try {
    for (const call of asked) {
      presenter.asking(call);
      answers.push({ ...(await askPerson(surroundings, call, stop.asked)), id: surroundings.newId() });
    }
    return answers;
  } catch (error) {
    if (stop.asked.aborted) return [];
    throw error;
  }
};

const sent = async (session: Session, command: Command): Promise<void> => {
  const outcome = await session.send(command);
  if (!outcome.ok) throw new KelsonError(outcome.code, outcome.message);
};
