/** What a session asks on behalf of a sub-agent: the sub-agent's question, under a call of the session's own. */
import type { EventData } from "../../contract/event.ts";
import type { Paused } from "../../contract/host.ts";
import { sha256 } from "../../log/chain.ts";

/** `here` is the call that it is asked and answered under. */
export const askedByChild = (
  { question: { question, options }, child }: Paused,
  here: { readonly call: string; readonly name: string; readonly parallel: boolean },
): EventData<"call.asked"> => {
  if (child === undefined) throw new TypeError("nobody else asks");
  const { session, call, kind, rule, preview, grant, effects } = child;
  return {
    ...here,
    kind,
    rule,
    effects: [...effects],
    digest: sha256(JSON.stringify([session, call, question, preview])),
    child: { session, call },
    ...(question !== "" && { question }),
    ...(options !== undefined && { options: [...options] }),
    preview,
    grant,
  };
};
