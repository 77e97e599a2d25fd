/** What is under way and not yet in the log: the reply that streams, and the output of calls that run. */
import type { Delta } from "../../contract/delta.ts";
import type { Event } from "../../contract/event.ts";

export interface Live {
  /** Of the `model.asked` whose reply streams, or has come to its end; -1 when there is none. */
  readonly seq: number;
  /** Of the reply that streams; empty when none does. */
  readonly text: string;
  readonly reasoning: string;
  /** The end of what each running call has put out, by the call's id. */
  readonly outputs: ReadonlyMap<string, string>;
}

export interface LiveParts extends Live {
  readonly add: (deltas: readonly Delta[]) => void;
  readonly event: (event: Event) => void;
  /** Drops what has come to its end: whoever draws has read the events by now. */
  readonly settle: () => void;
}

/** So much of a running call's output is kept, in characters. */
const maxOutput = 8_000;

export const live = (): LiveParts => {
  let reply = { seq: -1, text: "", reasoning: "" };
  let ended = -1;
  const outputs = new Map<string, string>();
  const finished = new Set<string>();

  const add = (deltas: readonly Delta[]): void => {
    for (const { kind, seq, call, text } of deltas) {
      if (kind === "text" || kind === "reasoning") {
        if (seq !== reply.seq) reply = { seq, text: "", reasoning: "" };
        reply[kind] += text;
      } else if (kind === "output" && call !== undefined) {
        outputs.set(call, ((outputs.get(call) ?? "") + text).slice(-maxOutput));
      }
    }
  };
  const event = ({ type, data }: Event): void => {
    if (type === "model.replied" || type === "model.failed") ended = reply.seq;
    else if (type === "call.started") finished.delete(data.call);
    else if (type === "call.finished") finished.add(data.call);
  };
  const settle = (): void => {
    if (ended === reply.seq) reply = { seq: -1, text: "", reasoning: "" };
    for (const call of finished) outputs.delete(call);
    finished.clear();
  };
  return {
    get seq() {
      return reply.seq;
    },
    get text() {
      return reply.text;
    },
    get reasoning() {
      return reply.reasoning;
    },
    outputs,
    add,
    event,
    settle,
  };
};
