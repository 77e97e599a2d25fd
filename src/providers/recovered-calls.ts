/** A codec that makes calls of what a local model printed: text that may be a call is held back until it is known. */
import type { ModelRequest, Part } from "../contract/provider.ts";
import { callIds } from "./call-ids.ts";
import type { Codec } from "./codec.ts";
import { mayBePrinted, printedCalls } from "./printed-calls.ts";

/** `hidden` is the text that was not shown yet, `begun` whether any was; `called`: the model made a call by itself. */
interface Held {
  readonly idOf: ReturnType<typeof callIds>;
  readonly offered: ReadonlySet<string>;
  hidden: string;
  begun: boolean;
  id: string;
  called: boolean;
}

/** For models that are known to print; those that call reliably are read as they are. */
export const recoveredCalls = <State>(codec: Codec<State>): Codec<{ readonly inner: State; readonly held: Held }> => ({
  ...codec,
  initial: (request) => ({ inner: codec.initial(request), held: nothingHeld(request) }),
  event: ({ inner, held }, event) => sift(held, codec.event(inner, event)),
  whole: ({ inner, held }, body) => sift(held, codec.whole(inner, body)),
  end: ({ inner, held }) => {
    const parts = codec.end(inner);
    return parts && sift(held, parts);
  },
});

const nothingHeld = (request: ModelRequest): Held => ({
  idOf: callIds(request),
  offered: new Set(request.tools.map(({ name }) => name)),
  hidden: "",
  begun: false,
  id: "text",
  called: false,
});

const sift = (held: Held, parts: readonly Part[]): readonly Part[] => {
  if (held.offered.size === 0) return parts;
  return parts.flatMap((part): readonly Part[] => {
    if (part.type === "text") return grow(held, part);
    if (part.type === "call") {
      held.called = true;
      return [...release(held), part];
    }
    return part.type === "finish" ? finish(held, part) : [part];
  });
};

const grow = (held: Held, part: Extract<Part, { type: "text" }>): readonly Part[] => {
  held.id = part.id;
  held.hidden += part.text;
  return release(held, held.called ? held.hidden.length : mayBePrinted(held.hidden, !held.begun));
};

const release = (held: Held, chars = held.hidden.length): readonly Part[] => {
  if (chars === 0) return [];
  const text = held.hidden.slice(0, chars);
  held.hidden = held.hidden.slice(chars);
  held.begun ||= text.trim() !== "";
  return [{ type: "text", id: held.id, text }];
};

/** A reply that was cut off is none: its last call may not be whole. */
const finish = (held: Held, part: Extract<Part, { type: "finish" }>): readonly Part[] => {
  const sought = !held.called && held.hidden !== "" && part.stop !== "max_tokens";
  const found = sought ? printedCalls(held.hidden, held.offered, !held.begun) : undefined;
  if (found === undefined) return [...release(held), part];
  const calls = found.calls.flatMap(({ name, json }, place): readonly Part[] => {
    const id = `printed:${place}`;
    return [
      { type: "call", id, call: held.idOf(undefined, place), name },
      { type: "input", id, json },
    ];
  });
  return [...release(held, found.before.length), ...calls, { ...part, stop: "calls" }];
};
