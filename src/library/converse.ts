/** Lets a session work until it rests: says what is to be said, answers what is asked, and hears what happens. */
import { randomUUID } from "node:crypto";
import type { Command } from "../contract/command.ts";
import { KelsonError } from "../contract/error.ts";
import type { Session } from "../contract/runtime.ts";
import { answerCommand, type OnAsk, openAsks } from "./ask.ts";
import { listen, type Listening } from "./listen.ts";
import type { Heard } from "./result.ts";

export interface Conversation extends Listening {
  /** Absent, a run that waits for a person is left waiting. */
  readonly onAsk: OnAsk | undefined;
  /** Cancels the run. */
  readonly signal: AbortSignal;
}

export const converse = async (conversation: Conversation): Promise<Heard> => {
  const { session, commands, signal } = conversation;
  const ears = listen(conversation);
  let cancelled: Promise<unknown> | undefined;
  // When the run ended by itself meanwhile, the cancel is refused and nothing is lost.
  const cancel = (): void => {
    cancelled = session.send({ type: "cancel", id: randomUUID() }).catch(() => {});
  };
  try {
    for (const command of commands) await sent(session, command);
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel);
    do await session.rest();
    while (await answerAll(conversation));
    if (cancelled !== undefined) {
      await cancelled;
      await session.rest();
    }
    return await ears.all();
  } finally {
    signal.removeEventListener("abort", cancel);
    ears.stop();
  }
};

/** Whether something was answered, so that the session has work again. */
const answerAll = async ({ session, onAsk, signal }: Conversation): Promise<boolean> => {
  if (onAsk === undefined) return false;
  const asks = await openAsks(session);
  for (const ask of asks) {
    const answer = await Promise.race([onAsk(ask), aborted(signal)]);
    if (signal.aborted) return false;
    // Refused when somebody else was quicker.
    await session.send(answerCommand(ask, answer, randomUUID()));
  }
  return asks.length > 0;
};

const aborted = (signal: AbortSignal): Promise<"no"> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve("no");
    signal.addEventListener("abort", () => resolve("no"), { once: true });
  });

const sent = async (session: Session, command: Command): Promise<void> => {
  const result = await session.send(command);
  if (!result.ok) throw new KelsonError(result.code, result.message);
};
