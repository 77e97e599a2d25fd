/** What is under way and not yet in the log: the reply that streams, and the output of calls that run. */
import type { Delta } from "../../contract/delta.ts";
import type { Event } from "../../contract/event.ts";

export interface Live {
  /** Of the reply that streams; empty when none does. */
  readonly text: string;
  readonly reasoning: string;
  /** The end of what each running call has put out, by the call's id. */
  readonly outputs: ReadonlyMap<string, string>;
}

export interface LiveParts extends Live {
  readonly add: (deltas: readonly Delta[]) => void;
  readonly event: (event: Event) => void;
}

/** So much of a running call's output is kept, in characters. */
const maxOutput = 8_000;

export const live = (): LiveParts => {
  let text = "";
  let reasoning = "";
  const outputs = new Map<string, string>();
  const add = (deltas: readonly Delta[]): void => {
    for (const delta of deltas) {
      if (delta.kind === "text") text += delta.text;
      else if (delta.kind === "reasoning") reasoning += delta.text;
      else if (delta.kind === "output" && delta.call !== undefined)
        outputs.set(delta.call, ((outputs.get(delta.call) ?? "") + delta.text).slice(-maxOutput));
    }
  };
  const forget = (): void => {
    text = "";
    reasoning = "";
  };
  const event = ({ type, data }: Event): void => {
    if (type === "model.asked" || type === "model.replied" || type === "model.failed") forget();
    else if (type === "call.finished") outputs.delete(data.call);
    else if (type === "run.ended") outputs.clear();
  };
  return {
    get text() {
      return text;
    },
    get reasoning() {
      return reasoning;
    },
    outputs,
    add,
    event,
  };
};
