/** What is said to the session: messages, answers, a stop. What it refuses or fails at is told. */
import type { Command, Outcome } from "../../contract/command.ts";
import { KelsonError, sentenceOf } from "../../contract/error.ts";
import type { ContentPart } from "../../contract/message.ts";
import type { Session } from "../../contract/runtime.ts";
import type { Answer } from "./asking.ts";
import type { Desk } from "./desk.ts";
import type { Screen } from "./screen.ts";

export interface Talk {
  readonly send: (command: Command) => Promise<Outcome>;
  readonly say: (parts: readonly ContentPart[], steer: boolean) => Promise<void>;
  readonly answer: (answer: Answer) => Promise<void>;
  readonly cancel: () => Promise<void>;
  /** Goes on with what is under way, in the background. */
  readonly goOn: () => void;
}

export const talk = (desk: Desk, tell: Screen["tell"]): Talk => {
  // The session whose rest is waited for already.
  let minded: Session | undefined;
  const goOn = (): void => {
    const { session } = desk.place();
    if (minded === session) return;
    minded = session;
    void session
      .rest()
      .catch((error: unknown) => {
        if (desk.place().session === session) tellError(tell, error);
      })
      .finally(() => {
        if (minded === session) minded = undefined;
      });
  };
  const send = async (command: Command): Promise<Outcome> => {
    const outcome = await desk.place().session.send(command);
    if (outcome.ok) goOn();
    else tell("error", outcome.message);
    return outcome;
  };
  return {
    send,
    say: async (parts, steer) => void (await send({ type: "say", id: desk.newId(), parts: [...parts], steer })),
    answer: async (answer) => void (await send({ ...answer, id: desk.newId() })),
    cancel: async () => void (await send({ type: "cancel", id: desk.newId() })),
    goOn,
  };
};

/** A person reads the sentence, and what helps. */
export const tellError = (tell: Screen["tell"], error: unknown): void => {
  const hint = error instanceof KelsonError && error.hint !== undefined ? ` ${error.hint}` : "";
  tell("error", `${sentenceOf(error)}${hint}`);
};
