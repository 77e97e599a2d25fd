/** What is under way and not yet in the log: the reply that streams, and the output of calls that run. */
import type { Delta } from "../../../contract/delta.ts";
import type { Event } from "../../../contract/event.ts";

export interface Live {
  /** The reply that streamed last. It is under way only while the request of this seq has no reply. */
  readonly reply: { readonly asked: number; readonly text: string; readonly reasoning: string };
  /** The end of what each running call has put out, by the call's id. */
  readonly outputs: ReadonlyMap<string, string>;
  /** The newest call of each sub-agent, by its session: the tool, and what about. */
  readonly doing: ReadonlyMap<string, string>;
}

export interface LiveParts extends Live {
  readonly add: (deltas: readonly Delta[]) => void;
  readonly event: (event: Event) => void;
}

/** So much of a running call's output is kept, in characters. */
const maxOutput = 8_000;

export const live = (): LiveParts => {
  let reply = { asked: -1, text: "", reasoning: "" };
  const outputs = new Map<string, string>();
  const doing = new Map<string, string>();
  return {
    get reply() {
      return reply;
    },
    outputs,
    doing,
    add: (deltas) => {
      for (const { kind, seq, call, child, text } of deltas) {
        if (kind === "text" || kind === "reasoning") {
          if (seq !== reply.asked) reply = { asked: seq, text: "", reasoning: "" };
          reply[kind] += text;
        } else if (kind === "output" && call !== undefined) {
          outputs.set(call, ((outputs.get(call) ?? "") + text).slice(-maxOutput));
        } else if (kind === "agent" && child !== undefined) {
          doing.set(child, text.trimEnd().split("\n").at(-1) ?? "");
        }
      }
    },
    event: ({ type, data }) => {
      if (type === "call.finished") outputs.delete(data.call);
      if (type === "agent.reported") doing.delete(data.child);
    },
  };
};
