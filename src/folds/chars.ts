/** How long a block of a request is: characters of its JSON, an image at what it is worth in tokens. */
import type { ContentPart, Message } from "../contract/message.ts";
import type { ToolSpec } from "../contract/provider.ts";

/** Characters a token, of a model that has not yet told its count of any. */
export const usualRate = 4;

/** Providers count an image by its size in pixels, some 1,600 tokens at most. */
const imageChars = 6_400;

/** Of the tools, a message, a text or some parts; `json` when it was written already. */
export const charsOf = (
  block: string | Message | readonly ToolSpec[] | readonly ContentPart[],
  json = JSON.stringify(block),
): number => json.length + images(block).reduce((sum, data) => sum - data.length + imageChars, 0);

const images = (block: Parameters<typeof charsOf>[0]): readonly string[] => {
  if (typeof block === "string") return [];
  if (!("role" in block)) return block.flatMap((part) => ("type" in part ? imageIn(part) : []));
  if (block.role === "assistant") return [];
  const parts = block.role === "user" ? block.parts : block.results.flatMap((result) => result.parts);
  return parts.flatMap(imageIn);
};

const imageIn = (part: ContentPart): string[] => (part.type === "image" ? [part.data] : []);
