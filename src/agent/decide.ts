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
      status.run === null && status.said === null
        ? { refused: "no run is under way, so there is nothing to cancel" }
        : { events: [{ type: "cancel.asked", data: { by: "user", command: id } }] },
    "set-mode": ({ id, mode }) => ({
      events: [{ type: "mode.changed", data: { from: status.mode, to: mode, by: "user", command: id } }],
    }),
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

const decideSay = ({ id, parts, steer = false, taint }: CommandOf<"say">, { run, said }: Status): Decision => {
  if (parts.length === 0) return { refused: "the message is empty" };
  return run === null && said === null
    ? { events: [{ type: "user.said", data: { origin: "user", taint, command: id, parts } }] }
    : { events: [{ type: "message.queued", data: { steer, taint, command: id, parts } }] };
};

const decideAnswer = (answer: CommandOf<"answer">, status: Status): Decision => {
  const { id, call, decision, scope = "once", text, input } = answer;
  const asked = openAsk(status, call);
  if (asked === undefined) return { refused: `call ${call} does not wait for an answer` };
  if (scope !== "once" && input !== undefined)
    return { refused: "an edited input is allowed once, not for the session" };
  const grant = scope === "once" ? undefined : asked.grant;
  const { child } = asked;
  return {
    events: [
      { type: "call.answered", data: { call, decision, scope, by: "user", child, command: id, text, grant, input } },
    ],
  };
};

/** What waits for an answer under a call's id: a sub-agent, or the call itself. */
const openAsk = ({ calls, children }: Status, call: string) => {
  const child = children.find(({ ask }) => ask?.call === call && ask.answer === null);
  if (child?.ask) return { grant: child.ask.grant, child: { session: child.id, call: child.ask.of } };
  const asked = calls.find(({ id, state }) => id === call && state === "asked");
  return asked && { grant: asked.grant, child: undefined };
};
