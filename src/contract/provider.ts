/** The port to a model. */
import type { Message } from "./message.ts";
import type { Purpose, Sampling, StopReason, Usage } from "./terms.ts";

/** A tool as a model sees it; `input` is a JSON Schema. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: unknown;
}

/**
 * One request. The agent builds it so that, tools and system apart, each one's messages begin with those of the one
 * before it, but for cuts that the log names. `step` counts replies of the session, `session` is a stable key for a
 * provider's prompt cache. `purpose` is absent for an answer; what is asked on the side is no step of its own.
 */
export interface ModelRequest {
  readonly session: string;
  readonly step: number;
  readonly purpose?: Purpose | undefined;
  readonly system: readonly string[];
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
}

/**
 * A piece of a reply. `id` tells apart the parts that stream at the same time (any string, unique in the reply); pieces of
 * one id add up. `carry` fields are kept with the part and sent back unchanged. `unknown` counts wire events that the
 * codec skipped. `finish` comes last and once.
 */
export type Part =
  | {
      readonly type: "text";
      readonly id: string;
      readonly text: string;
      readonly carry?: Readonly<Record<string, string>>;
    }
  | {
      readonly type: "reasoning";
      readonly id: string;
      readonly text: string;
      readonly carry?: Readonly<Record<string, string>>;
    }
  | {
      readonly type: "call";
      readonly id: string;
      readonly call: string;
      readonly name: string;
      readonly carry?: Readonly<Record<string, string>>;
    }
  | { readonly type: "input"; readonly id: string; readonly json: string }
  | { readonly type: "unknown"; readonly name: string }
  | {
      readonly type: "finish";
      readonly stop: StopReason;
      readonly usage?: Usage | undefined;
      readonly model?: string | undefined;
    };

/** What a model can do, as far as is known. */
export interface Capabilities {
  readonly images: boolean;
  readonly reasoning: boolean;
}

/**
 * A model behind an API. Each item of the stream is what one socket chunk held. It throws only `ProviderError`, never
 * retries (the agent does, by category), stops at once when the signal aborts, skips and counts wire events it does not
 * know, and reads to the end so that the connection is kept alive.
 */
export interface Provider {
  /** `provider/model`. */
  readonly model: string;
  readonly capabilities: Capabilities;
  readonly stream: (request: ModelRequest, options: { readonly signal: AbortSignal }) => AsyncIterable<readonly Part[]>;
}
