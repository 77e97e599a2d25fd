/** Gives every call of a reply an id that no other call of the conversation has, whatever the server sent. */
import type { ModelRequest } from "../contract/provider.ts";

/**
 * The server's own id where it is new, for providers know their calls by it; else one made of the step and the call's
 * place in the reply, so that the same reply always gets the same ids. Some compatible servers send no ids, or begin
 * again at `call_0` with every reply.
 */
export const callIds = (request: ModelRequest): ((sent: string | undefined, place: number) => string) => {
  let taken: Set<string> | undefined;
  return (sent, place) => {
    taken ??= idsOf(request);
    const made = `${sent || "call"}_${request.step}_${place}`;
    const id = sent && !taken.has(sent) ? sent : made;
    taken.add(id);
    return id;
  };
};

const idsOf = (request: ModelRequest): Set<string> => {
  const ids = new Set<string>();
  for (const message of request.messages) {
    if (message.role !== "assistant") continue;
    for (const part of message.parts) if (part.type === "call") ids.add(part.id);
  }
  return ids;
};
