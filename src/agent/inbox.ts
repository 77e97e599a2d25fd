/** Takes commands from the inbox, in order and one taker at a time, and turns them into events. */
import type { Command, Outcome } from "../contract/command.ts";
import type { Event, EventData, NewEvent } from "../contract/event.ts";
import type { Store } from "../contract/store.ts";
import { commands } from "../folds/commands.ts";
import { status } from "../folds/status/status.ts";
import type { Log } from "../log/log.ts";
import { splitRules } from "../policy/rule.ts";
import { decide } from "./decide.ts";
import type { Grounds } from "./study.ts";

export interface Inbox {
  /** Resolves when what was taken is on disk, with whether it brings work for the loop. */
  readonly take: () => Promise<boolean>;
}

export interface InboxParts {
  readonly store: Store;
  readonly log: Log;
  readonly append: (event: NewEvent) => Event;
  /** Keeps the rules of an answer that is meant for always. */
  readonly keep: Grounds["keep"];
}

const bringsWork = new Set<Command["type"]>(["say", "answer", "cancel", "compact"]);

export const inboxOf = ({ store, log, append, keep }: InboxParts): Inbox => {
  let taking: Promise<unknown> = Promise.resolve();

  let answered: EventData<"call.answered">[] = [];

  // After it is on disk: an answer that was lost must not leave a rule behind.
  const keepLasting = async (): Promise<void> => {
    const lasting = answered.filter(({ scope }) => scope === "always");
    answered = [];
    for (const { decision, grant = "" } of lasting)
      await keep(decision === "yes" ? "allow" : "deny", splitRules(grant));
  };
  const outcomeOf = (command: Command): Outcome => {
    const { seqs } = log.read(commands);
    // An id may be any text, also the name of what every object has.
    const known = Object.hasOwn(seqs, command.id) ? seqs[command.id] : undefined;
    if (known !== undefined) return { ok: true, seq: known };
    const decision = decide(command, log.read(status));
    if ("refused" in decision) return { ok: false, code: "refused", message: decision.refused };
    for (const event of decision.before ?? []) append(event);
    const { event } = decision;
    const { seq } = append(event);
    if (event.type === "call.answered") answered.push(event.data);
    return { ok: true, seq };
  };
  const takeAll = async (): Promise<boolean> => {
    const taken = await store.inbox(log.session);
    for (const command of taken) log.settle(command.id, outcomeOf(command));
    await log.saved();
    await keepLasting();
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
