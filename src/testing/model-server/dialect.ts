/** What the loopback model server must know of a model API to speak it. */
import type { FullReply } from "./reply.ts";

export interface ServerDialect {
  /** What a client's base URL ends in after the origin. */
  readonly base: string;
  /** Where requests are posted, after the base. */
  readonly path: string;
  /** A request in the words that all have in common, undefined when it was posted elsewhere; the body itself when absent. */
  readonly read?: (path: string, body: RequestBody) => RequestBody | undefined;
  /** What is answered besides: such requests are not counted. */
  readonly aside?: (path: string) => object | undefined;
  /** Of a stream; server-sent events when absent. */
  readonly streamType?: string;
  /** The stream, one text a frame. `body` is the request, parsed. */
  readonly frames: (reply: FullReply, body: RequestBody) => readonly string[];
  readonly whole: (reply: FullReply) => object;
  /** The body of an error answer. */
  readonly error: (type: string, message: string) => object;
  readonly errorFrame: (type: string, message: string) => string;
  /** What no client knows; sent before the stream and in the midst of it. */
  readonly unknownFrames: () => readonly string[];
}

/** What all dialects have in common. */
export interface RequestBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly [field: string]: unknown }[];
  readonly [field: string]: unknown;
}
