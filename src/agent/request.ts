/** Builds the request of a step from the log, and tells which of its blocks the request before it had. */
import type { Message } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { blocks } from "../folds/blocks.ts";
import { charsOf } from "../folds/chars.ts";
import { messages } from "../folds/messages.ts";
import { offered } from "../folds/offered.ts";
import { summary } from "../folds/summary.ts";
import { sha256 } from "../log/chain.ts";
import type { Context } from "./context.ts";

/** The request of a step. */
export const buildRequest = (context: Context, step: number): ModelRequest => {
  const { sampling } = context.status().settings ?? context.settings;
  return { session: cacheKey(context), step, ...conversation(context), sampling };
};

/** What a provider's prompt cache knows the conversation by: a fork goes on with its parent's. */
export const cacheKey = (context: Context): string => context.read(summary).origin;

/** What a model reads now: tools, system prompt, messages. */
export const conversation = (context: Context): Pick<ModelRequest, "system" | "tools" | "messages"> => {
  const { system, messages: said } = context.read(messages);
  const { digest, lists } = context.read(offered);
  return { system, tools: lists[digest] ?? [], messages: said };
};

/** `chars` is the length of all blocks. */
export interface Measured {
  readonly blocks: { readonly kept: number; readonly added: string[] };
  readonly chars: number;
}

/** A request is the list of its blocks: the tools as one, each text of the system prompt, each message. */
export const measured = (
  context: Context,
  { system, tools, messages: said }: Pick<ModelRequest, "system" | "tools" | "messages">,
): Measured => {
  const before = context.read(blocks).digests;
  const all = blocksIn({ system, tools, messages: said }).map(measuredBlock);
  const digests = all.map((block) => block.digest);
  const kept = samePrefix(before, digests);
  return {
    blocks: { kept, added: digests.slice(kept) },
    chars: all.reduce((sum, block) => sum + block.chars, 0),
  };
};

export type Conversation = Pick<ModelRequest, "system" | "tools" | "messages">;

/** One of the blocks that a request is made of. */
export type RequestBlock = readonly ToolSpec[] | string | Message;

export const blocksIn = ({ system, tools, messages: said }: Conversation): readonly RequestBlock[] => [
  tools,
  ...system,
  ...said,
];

/** The digest of one block. */
export const digestOf = (block: RequestBlock): string => measuredBlock(block).digest;

const measuredBlock = (block: RequestBlock): Block =>
  typeof block === "string" ? { digest: sha256(block), chars: block.length } : blockOf(block);

interface Block {
  readonly digest: string;
  readonly chars: number;
}

const known = new WeakMap<Message | readonly ToolSpec[], Block>();

// A block that was sent is never changed, so that all this is computed once.
const blockOf = (block: Message | readonly ToolSpec[]): Block => {
  const before = known.get(block);
  if (before !== undefined) return before;
  const json = JSON.stringify(block);
  const made = { digest: sha256(json), chars: charsOf(block, json) };
  known.set(block, made);
  return made;
};

const samePrefix = (before: readonly string[], now: readonly string[]): number => {
  const differs = before.findIndex((digest, index) => digest !== now[index]);
  return differs === -1 ? Math.min(before.length, now.length) : differs;
};
