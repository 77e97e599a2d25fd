/** Decides what becomes of a command: events, or a refusal. */
import type { Command } from "../contract/command.ts";
import type { NewEvent } from "../contract/event.ts";
import type { Mode } from "../contract/terms.ts";
import type { Status } from "../folds/status/status.ts";

/** The event that names the command, and what has to hold before it: no cut between them may forget that. */
export type Decision =
  | { readonly event: NewEvent; readonly before?: readonly NewEvent[] }
  | { readonly refused: string };

export const decide = (command: Command, status: Status): Decision => {
  const deciders: { readonly [T in Command["type"]]: (command: CommandOf<T>) => Decision } = {
    say: (say) => decideSay(say, status),
    answer: (answer) => decideAnswer(answer, status),
    cancel: ({ id }) =>
      status.run === null && status.said === null && status.window.focus === null
        ? { refused: "no run is under way, so there is nothing to cancel" }
        : { event: { type: "cancel.asked", data: { by: "user", command: id } } },
    "set-mode": ({ id, mode }) => ({
      event: { type: "mode.changed", data: { from: status.mode, to: mode, by: "user", command: id } },
    }),
    compact: ({ id, focus }) =>
      status.settings === null
        ? { refused: "nothing has been done yet, so there is nothing to compact" }
        : { event: { type: "compaction.asked", data: { by: "user", command: id, ...(focus && { focus }) } } },
    withdraw: ({ id, queued }) =>
      status.queue.some(({ seq }) => seq === queued)
        ? { event: { type: "message.withdrawn", data: { queued, command: id } } }
        : { refused: `message ${queued} is not in the queue` },
    name: ({ id, title }) => ({
      event: { type: "session.named", data: { by: "user", command: id, title } },
    }),
  };
  return (deciders[command.type] as (command: Command) => Decision)(command);
};

type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>;

const decideSay = (
  { id, parts, steer = false, skill, taint }: CommandOf<"say">,
  { run, said, side, queue }: Status,
): Decision => {
  if (parts.length === 0) return { refused: "the message is empty" };
  // Between two runs nothing may pass what was said before it.
  if (run !== null || said !== null || side !== null || queue.length > 0)
    return { event: { type: "message.queued", data: { steer, skill, taint, command: id, parts } } };
  const before: NewEvent[] = skill === undefined ? [] : [{ type: "skill.used", data: { ...skill, by: "user" } }];
  return { before, event: { type: "user.said", data: { origin: "user", taint, command: id, parts } } };
};

const decideAnswer = (answer: CommandOf<"answer">, status: Status): Decision => {
  const { id, call, decision, scope = "once", input } = answer;
  const asked = openAsk(status, call);
  if (asked === undefined) return { refused: `call ${call} does not wait for an answer` };
  if (scope !== "once" && input !== undefined)
    return { refused: "an edited input is allowed once, not for the session" };
  const grant = scope === "once" ? undefined : asked.grant;
  const to = decision === "yes" ? modeIn(answer.text, asked.modes) : undefined;
  const text = to ?? answer.text;
  const { child } = asked;
  const data = { call, decision, scope, mode: to, by: "user", child, command: id, text, grant, input } as const;
  return { event: { type: "call.answered", data } };
};

/** The mode that an answer names; the first for a yes, with no more words or that one. */
const modeIn = (text: string | undefined, modes: readonly Mode[]): Mode | undefined => {
  const word = text?.trim().toLowerCase();
  return word === undefined || word === "yes" || word === "y" ? modes[0] : modes.find((mode) => mode === word);
};

/** What waits for an answer under a call's id: a sub-agent, or the call itself. */
const openAsk = ({ calls, children }: Status, call: string) => {
  const child = children.find(({ ask }) => ask?.call === call && ask.answer === null);
  if (child?.ask) return { grant: child.ask.grant, modes: [], child: { session: child.id, call: child.ask.of } };
  const asked = calls.find(({ id, state }) => id === call && state === "asked");
  return asked && { grant: asked.grant, modes: asked.modes, child: undefined };
};
