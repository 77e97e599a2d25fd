/** Gives every call of a reply an id that no other call of the conversation has, whatever the server sent. */
import type { Message } from "../contract/message.ts";
import type { ModelRequest } from "../contract/provider.ts";

/**
 * The server's own id where it is new, for providers know their calls by it; else one made of the step and the call's
 * place in the reply, so that the same reply always gets the same ids. Some compatible servers send no ids, or begin
 * again at `call_0` with every reply.
 */
export const callIds = (request: ModelRequest): ((sent: string | undefined, place: number) => string) => {
  const here = new Set<string>();
  let before: ReadonlySet<string> | undefined;
  return (sent, place) => {
    before ??= idsOf(request.messages);
    const id = sent && !before.has(sent) && !here.has(sent) ? sent : `${sent || "call"}_${request.step}_${place}`;
    here.add(id);
    return id;
  };
};

interface Read {
  readonly ids: Set<string>;
  readonly count: number;
  readonly last: Message | undefined;
}

/** A list of messages mostly grows: of one that was read before only what is new is looked at. */
const read = new WeakMap<readonly Message[], Read>();

const idsOf = (messages: readonly Message[]): ReadonlySet<string> => {
  const before = read.get(messages);
  const grew = before !== undefined && messages[before.count - 1] === before.last;
  const ids = grew ? before.ids : new Set<string>();
  for (const message of grew ? messages.slice(before.count) : messages)
    if (message.role === "assistant") for (const part of message.parts) if (part.type === "call") ids.add(part.id);
  read.set(messages, { ids, count: messages.length, last: messages.at(-1) });
  return ids;
};
