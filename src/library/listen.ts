/** Hears all that happens in a session, and keeps account of the run that the program waits for. */
import type { Command } from "../contract/command.ts";
import type { Event } from "../contract/event.ts";
import { applyTo } from "../contract/fold.ts";
import type { Session } from "../contract/runtime.ts";
import { head } from "../folds/head.ts";
import { usage } from "../folds/usage.ts";
import type { Hearing } from "./items.ts";
import { outcome } from "./outcome.ts";
import type { Heard } from "./result.ts";

export interface Listening {
  readonly session: Session;
  /** The first seq that is news. */
  readonly from: number;
  readonly commands: readonly Command[];
  readonly hearing: Hearing;
}

export interface Ears {
  /** Resolves when everything that is on disk has been heard. */
  readonly all: () => Promise<Heard>;
  readonly stop: () => void;
}

export const listen = ({ session, from, commands, hearing }: Listening): Ears => {
  const account = accountOf(commands.find(({ type }) => type === "say")?.id);
  const reached = { seq: from - 1 };
  let more = Promise.withResolvers<void>();
  const stopEvents = session.events(from, (event) => {
    account.hear(event);
    hearing.event(event);
    reached.seq = event.seq;
    more.resolve();
  });
  const stopDeltas = session.deltas(hearing.deltas);
  return {
    all: async () => {
      const { seq } = await session.read(head);
      while (reached.seq < seq) {
        await more.promise;
        more = Promise.withResolvers();
      }
      return account.heard();
    },
    stop: () => {
      stopEvents();
      stopDeltas();
    },
  };
};

/** Of the run that begins with a message; of all that happens when there is none. */
const accountOf = (said: string | undefined) => {
  const heard = { outcome: outcome.initial(), usage: usage.initial() };
  let place: "before" | "within" | "after" = said === undefined ? "within" : "before";
  let queued = -1;
  const begins = ({ type, seq, data }: Event): boolean => {
    if (type === "message.queued" && data.command === said) queued = seq;
    return type === "user.said" && (data.command === said || data.delivers === queued);
  };
  return {
    hear: (event: Event): void => {
      if (place === "before" && begins(event)) place = "within";
      if (place !== "within") return;
      applyTo(outcome, heard.outcome, event);
      applyTo(usage, heard.usage, event);
      if (event.type === "run.ended" && said !== undefined) place = "after";
    },
    heard: (): Heard => ({ outcome: heard.outcome, usage: heard.usage.total, own: place === "after" }),
  };
};
