/** Reads one answer with a codec: splits a stream into events, and judges whether what came is a whole reply. */
import { createParser } from "eventsource-parser";
import { ProviderError } from "../contract/error.ts";
import type { ModelRequest, Part } from "../contract/provider.ts";
import type { Codec } from "./codec.ts";
import { lines } from "./lines.ts";

/** `feed` never throws: it gives what was good, then `failure` says what was not. `whole` and `end` throw ProviderError. */
export interface Reader {
  readonly feed: (chunk: string) => readonly Part[];
  readonly failure: () => ProviderError | undefined;
  readonly finished: () => boolean;
  /** The stream has ended well, though perhaps without its last event. */
  readonly end: () => readonly Part[];
  /** The body of an answer that did not stream. */
  readonly whole: (body: string) => readonly Part[];
}

export const reader = <State>(codec: Codec<State>, request: ModelRequest): Reader => {
  const state = codec.initial(request);
  const reply = gathering();
  let failure: ProviderError | undefined;
  const read = (parts: () => readonly Part[] | undefined): void => {
    if (failure !== undefined || reply.finished()) return;
    try {
      parts()?.forEach(reply.add);
    } catch (error) {
      failure = asFailure(error);
    }
  };
  const onData = (data: string): void => read(() => codec.event(state, data === "[DONE]" ? data : parsed(data)));
  const events = codec.framing === "lines" ? lines(onData) : serverSent(onData);
  const taken = (): readonly Part[] => {
    if (failure !== undefined) throw failure;
    return reply.take();
  };
  return {
    feed: (chunk) => {
      events.feed(chunk);
      return reply.take();
    },
    failure: () => failure,
    finished: reply.finished,
    end: () => {
      const last = events.end();
      if (isJson(last)) onData(last);
      read(() => codec.end(state));
      if (!reply.finished()) failure ??= new ProviderError("network", "the answer was cut off before it was complete");
      return taken();
    },
    whole: (body) => {
      if (body.trim() === "") throw empty();
      read(() => codec.whole(state, parsed(body)));
      if (!reply.finished()) failure ??= new ProviderError("malformed", "the answer is not a whole reply");
      return taken();
    },
  };
};

/** An event that is not ended by a blank line is none, says the standard. */
const serverSent = (onData: (data: string) => void) => {
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  return { feed: (chunk: string) => parser.feed(chunk), end: () => "" };
};

/** What is not was cut off. */
const isJson = (text: string): boolean => {
  try {
    return text !== "" && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
};

/** The parts since the last `take`. A reply that says nothing and does not say why is none: nobody can go on from it. */
export const gathering = () => {
  let parts: Part[] = [];
  let said = false;
  let finished = false;
  return {
    add: (part: Part): void => {
      if (part.type === "finish") {
        if (!said && (part.stop === "end" || part.stop === "calls" || part.stop === "other")) throw empty();
        finished = true;
      }
      said ||= says(part);
      parts.push(part);
    },
    take: (): readonly Part[] => {
      const taken = parts;
      parts = [];
      return taken;
    },
    finished: (): boolean => finished,
  };
};

/** What was not understood was said, too. */
const says = (part: Part): boolean =>
  part.type === "call" ||
  part.type === "unknown" ||
  ((part.type === "text" || part.type === "reasoning") && (part.text !== "" || !!part.carry));

const empty = (): ProviderError => new ProviderError("malformed", "the answer was empty");

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ProviderError("malformed", `the answer is not JSON: ${json.slice(0, 200)}`, { cause: error });
  }
};

const asFailure = (error: unknown): ProviderError =>
  error instanceof ProviderError
    ? error
    : new ProviderError("malformed", "the answer could not be read", { cause: error });
