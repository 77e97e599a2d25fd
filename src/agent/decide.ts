/** Decides what becomes of a command: events, or a refusal. */
import type { Command } from "../contract/command.ts";
import type { NewEvent } from "../contract/event.ts";
import type { Status } from "../folds/status/status.ts";

export type Decision = { readonly events: readonly [NewEvent, ...NewEvent[]] } | { readonly refused: string };

export const decide = (command: Command, status: Status): Decision => {
  const deciders: { readonly [T in Command["type"]]: (command: CommandOf<T>) => Decision } = {
    say: (say) => decideSay(say, status),
    answer: (answer) => decideAnswer(answer, status),
    cancel: ({ id }) =>
      status.run === null && status.said === null && status.window.focus === null
        ? { refused: "no run is under way, so there is nothing to cancel" }
        : { events: [{ type: "cancel.asked", data: { by: "user", command: id } }] },
    "set-mode": ({ id, mode }) => ({
      events: [{ type: "mode.changed", data: { from: status.mode, to: mode, by: "user", command: id } }],
    }),
    compact: ({ id, focus }) =>
      status.settings === null
        ? { refused: "nothing has been done yet, so there is nothing to compact" }
        : { events: [{ type: "compaction.asked", data: { by: "user", command: id, ...(focus && { focus }) } }] },
    withdraw: ({ id, queued }) =>
      status.queue.some(({ seq }) => seq === queued)
        ? { events: [{ type: "message.withdrawn", data: { queued, command: id } }] }
        : { refused: `message ${queued} is not in the queue` },
    name: ({ id, title }) => ({
      events: [{ type: "session.named", data: { by: "user", command: id, title } }],
    }),
  };
  return (deciders[command.type] as (command: Command) => Decision)(command);
};

type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>;

const decideSay = ({ id, parts, steer = false }: CommandOf<"say">, { run, said, side }: Status): Decision => {
  if (parts.length === 0) return { refused: "the message is empty" };
  return run === null && said === null && side === null
    ? { events: [{ type: "user.said", data: { origin: "user", command: id, parts } }] }
    : { events: [{ type: "message.queued", data: { steer, command: id, parts } }] };
};

const decideAnswer = (answer: CommandOf<"answer">, { calls }: Status): Decision => {
  const { id, call, decision, scope = "once", text, input } = answer;
  const asked = calls.find((open) => open.id === call);
  if (asked?.state !== "asked") return { refused: `call ${call} does not wait for an answer` };
  if (scope !== "once" && input !== undefined)
    return { refused: "an edited input is allowed once, not for the session" };
  const grant = scope === "once" ? undefined : asked.grant;
  return {
    events: [{ type: "call.answered", data: { call, decision, scope, by: "user", command: id, text, grant, input } }],
  };
};
