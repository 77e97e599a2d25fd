/** Builds the request of a step from the log, and tells which of its blocks the request before it had. */
import type { Message } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { blocks } from "../folds/blocks.ts";
import { messages } from "../folds/messages.ts";
import { offered } from "../folds/offered.ts";
import { sha256 } from "../log/chain.ts";
import type { Context } from "./context.ts";

export interface BuiltRequest {
  readonly request: ModelRequest;
  readonly blocks: { readonly kept: number; readonly added: string[] };
}

/** A request is the list of its blocks: the tools as one, each text of the system prompt, each message. */
export const buildRequest = (context: Context, step: number): BuiltRequest => {
  const { system, messages: said } = context.read(messages);
  const { digest, lists } = context.read(offered);
  const tools = lists[digest] ?? [];
  const before = context.read(blocks).digests;
  const digests = [digestOf(tools), ...system.map(sha256), ...said.map(digestOf)];
  const kept = samePrefix(before, digests);
  const { sampling } = context.status().settings ?? context.settings;
  return {
    request: { session: context.session, step, system, tools, messages: said, sampling },
    blocks: { kept, added: digests.slice(kept) },
  };
};

const known = new WeakMap<Message | readonly ToolSpec[], string>();

// A block that was sent is never changed, so that its digest is computed once.
const digestOf = (block: Message | readonly ToolSpec[]): string => {
  const digest = known.get(block) ?? sha256(JSON.stringify(block));
  known.set(block, digest);
  return digest;
};

const samePrefix = (before: readonly string[], now: readonly string[]): number => {
  const differs = before.findIndex((digest, index) => digest !== now[index]);
  return differs === -1 ? Math.min(before.length, now.length) : differs;
};
