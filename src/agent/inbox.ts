/** Takes commands from the inbox, in order and one taker at a time, and turns them into events. */
import type { Command, Outcome } from "../contract/command.ts";
import type { Event, NewEvent } from "../contract/event.ts";
import type { Store } from "../contract/store.ts";
import { commands } from "../folds/commands.ts";
import { status } from "../folds/status/status.ts";
import type { Log } from "../log/log.ts";
import { decide } from "./decide.ts";

export interface Inbox {
  /** Resolves when what was taken is on disk, with whether it brings work for the loop. */
  readonly take: () => Promise<boolean>;
}

export interface InboxParts {
  readonly store: Store;
  readonly log: Log;
  readonly append: (event: NewEvent) => Event;
}

const bringsWork = new Set<Command["type"]>(["say", "answer", "cancel"]);

export const inboxOf = ({ store, log, append }: InboxParts): Inbox => {
  let taking: Promise<unknown> = Promise.resolve();

  const outcomeOf = (command: Command): Outcome => {
    const { seqs } = log.read(commands);
    // An id may be any text, also the name of what every object has.
    const known = Object.hasOwn(seqs, command.id) ? seqs[command.id] : undefined;
    if (known !== undefined) return { ok: true, seq: known };
    const decision = decide(command, log.read(status));
    if ("refused" in decision) return { ok: false, code: "refused", message: decision.refused };
    const [first, ...rest] = decision.events;
    const { seq } = append(first);
    for (const event of rest) append(event);
    return { ok: true, seq };
  };
  const takeAll = async (): Promise<boolean> => {
    const taken = await store.inbox(log.session);
    for (const command of taken) log.settle(command.id, outcomeOf(command));
    await log.saved();
    return taken.some(({ type }) => bringsWork.has(type));
  };
  return {
    take: () => {
      const mine = taking.then(takeAll);
      taking = mine.catch(() => {});
      return mine;
    },
  };
};
