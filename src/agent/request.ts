/** Builds the request of a step from the log, and tells which of its blocks the request before it had. */
import type { ImagePart, Message } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { blocks } from "../folds/blocks.ts";
import { messages } from "../folds/messages.ts";
import { offered } from "../folds/offered.ts";
import { sha256 } from "../log/chain.ts";
import type { Context } from "./context.ts";

export interface BuiltRequest {
  readonly request: ModelRequest;
  readonly blocks: { readonly kept: number; readonly added: string[] };
  /** Length of all blocks as JSON; an image counts as much as one is worth in tokens. */
  readonly chars: number;
}

/** A request is the list of its blocks: the tools as one, each text of the system prompt, each message. */
export const buildRequest = (context: Context, step: number): BuiltRequest => {
  const { system, messages: said } = context.read(messages);
  const { digest, lists } = context.read(offered);
  const tools = lists[digest] ?? [];
  const before = context.read(blocks).digests;
  const all = blocksOf({ system, tools, messages: said });
  const digests = all.map((block) => block.digest);
  const kept = samePrefix(before, digests);
  const { sampling } = context.status().settings ?? context.settings;
  return {
    request: { session: context.session, step, system, tools, messages: said, sampling },
    blocks: { kept, added: digests.slice(kept) },
    chars: all.reduce((sum, block) => sum + block.chars, 0),
  };
};

export const blocksOf = ({
  system,
  tools,
  messages: said,
}: Pick<ModelRequest, "system" | "tools" | "messages">): readonly Block[] => [
  blockOf(tools),
  ...system.map(textBlock),
  ...said.map(blockOf),
];

interface Block {
  readonly digest: string;
  readonly chars: number;
}

const textBlock = (text: string): Block => ({ digest: sha256(text), chars: text.length });

const known = new WeakMap<Message | readonly ToolSpec[], Block>();

// A block that was sent is never changed, so that all this is computed once.
const blockOf = (block: Message | readonly ToolSpec[]): Block => {
  const before = known.get(block);
  if (before !== undefined) return before;
  const json = JSON.stringify(block);
  const made = { digest: sha256(json), chars: json.length + imagesOf(block).reduce(asWorth, 0) };
  known.set(block, made);
  return made;
};

const imageChars = 6_400;

const asWorth = (sum: number, { data }: ImagePart): number => sum - data.length + imageChars;

const imagesOf = (block: Message | readonly ToolSpec[]): readonly ImagePart[] => {
  if (!("role" in block) || block.role === "assistant") return [];
  const parts = block.role === "user" ? block.parts : block.results.flatMap((result) => result.parts);
  return parts.filter((part) => part.type === "image");
};

const samePrefix = (before: readonly string[], now: readonly string[]): number => {
  const differs = before.findIndex((digest, index) => digest !== now[index]);
  return differs === -1 ? Math.min(before.length, now.length) : differs;
};
