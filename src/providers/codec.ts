/** What every dialect of a model API is written as: functions from a request to JSON text, and from wire events to parts. */
import type { Part, ModelRequest } from "../contract/provider.ts";

/**
 * A dialect. `State` is what reading one answer must remember from event to event: plain data, made by `initial`, changed
 * only by the functions that are handed it. An event that is not understood becomes an `unknown` part; an event that says
 * that the call failed is thrown as the `ProviderError` it stands for.
 */
export interface Codec<State> {
  /** The whole body of a request, as JSON text. */
  readonly body: (request: ModelRequest) => string;
  /** How a stream is cut into events: server-sent events when absent, or one JSON text a line. */
  readonly framing?: "lines" | undefined;
  readonly initial: (request: ModelRequest) => State;
  /** One event of a stream, parsed from JSON; the mark `[DONE]`, which is none, comes as it is. */
  readonly event: (state: State, event: unknown) => readonly Part[];
  /** The body of an answer that did not stream, parsed from JSON. */
  readonly whole: (state: State, body: unknown) => readonly Part[];
  /** The stream is over: the last parts, or undefined when it was cut before the answer was complete. */
  readonly end: (state: State) => readonly Part[] | undefined;
}
